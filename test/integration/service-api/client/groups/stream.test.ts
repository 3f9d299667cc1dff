import { expect, it } from 'vitest';
import {
  InvalidRequestError,
  InvalidResponseError,
  ServiceRefusedError,
} from '../../../../../src/service-api/client/errors.ts';
import { startHttpServer } from '../../../../helpers/http-server.ts';
import {
  API_KEY,
  ENVELOPE,
  answering,
  received,
  refusal,
  rejection,
  startClient,
} from '../setup.ts';
import { verdictOfSentence } from '../../../../../src/service-api/client/groups/stream.ts';

const SESSION = {
  convoId: 'c/1',
  error: false,
  instanceId: 'i',
  metadata: { sampleMethod: 'edge', searchMethod: 'explore', webhook: 'https://hooks.example' },
  result: {
    methods: { sampling: 'edge', search: 'explore' },
    tags: 'news, sport ,,',
    undocumentedTags: false,
  },
  resourceClaim: 'r',
  running: false,
  state: 'finished',
  type: 'tag-live',
  uri: 'https://media.example/a.m3u8',
};
const SENTENCE = {
  api: 'service-lang-voice',
  success: true,
  response: ENVELOPE,
  TOS: 'https://service.example/tos',
  version: '1',
  voiceSTT: 'Good evening.',
  convoID: 'c/1',
  messageOrder: 1_700_000_000_000,
  time: '1700000000000',
};
const TRANSCRIPT = {
  transcript: {
    master: [['00:00:01', 'Good evening.']],
    speakers: { 0: [['00:00:01', 'Good evening.']] },
  },
  moderationResults: [SENTENCE],
};
const MEDIA = 'https://media.example/a.m3u8';

async function start(answer: unknown, options = {}) {
  const server = await startHttpServer(answering(answer));
  const { stream } = startClient({ baseUrl: server.baseUrl, ...options });
  return { server, stream };
}

it('starts a session with all options', async () => {
  const { server, stream } = await start([true, { convoId: 'c' }, null]);

  const started = await stream.tag({
    url: MEDIA,
    convoId: 'c',
    webhook: 'https://hooks.example/tags',
    seedSentence: 'A talk on birds.',
    authorKey: 'the-key',
  });

  expect(started).toEqual({ convoId: 'c', answer: [true, { convoId: 'c' }, null] });
  expect(received(server)).toMatchObject({
    method: 'POST',
    url: '/stream/tag',
    headers: { 'x-service-api-auth': API_KEY, 'x-service-api': 'servicevoice' },
  });
  expect(received(server).body).toEqual({
    url: MEDIA,
    convoId: 'c',
    webhook: 'https://hooks.example/tags',
    seedSentence: 'A talk on birds.',
    authorKey: 'the-key',
  });
});

it('generates a UUID for a session without an id', async () => {
  const { server, stream } = await start([true, {}, null]);
  const { convoId } = await stream.tag({ url: MEDIA });
  expect(convoId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(received(server).body).toEqual({ url: MEDIA, convoId });
});

it.each([
  ['an invalid URL', { url: 'birds' }],
  ['a local file', { url: 'file:///etc/hostname' }],
  ['an empty id', { url: MEDIA, convoId: '' }],
  ['an invalid webhook URL', { url: MEDIA, webhook: 'me' }],
  ['an empty author key', { url: MEDIA, authorKey: '' }],
])('rejects %s before sending', async (_what, request) => {
  const { server, stream } = await start([true, {}, null]);
  await rejection(stream.tag(request), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});

it('reads the status of a session', async () => {
  const { server, stream } = await start([true, SESSION, null]);

  expect(await stream.status('c/1 &ä')).toEqual({
    tags: ['news', 'sport'],
    undocumentedTags: [],
    session: SESSION,
  });

  expect(received(server)).toMatchObject({
    method: 'GET',
    url: '/stream?convoid=c%2F1+%26%C3%A4',
    headers: { 'x-service-api-auth': API_KEY, 'x-service-api': 'servicevoice' },
    body: null,
  });
});

const none = { tags: false, undocumentedTags: false };

it.each([
  {
    what: 'the tags of a failed session’s result',
    session: {
      error: true,
      metadata: { stopReason: 'too long' },
      result: { ...none, tags: 'news' },
    },
    tags: ['news'],
    undocumentedTags: [],
  },
  {
    what: 'the tags of the metadata if the result has none',
    session: { result: none, metadata: { tags: 'news', undocumentedTags: 'birds,song' } },
    tags: ['news'],
    undocumentedTags: ['birds', 'song'],
  },
  {
    what: 'the tags of the metadata if there is no result',
    session: { result: undefined, metadata: { tags: 'news' } },
    tags: ['news'],
    undocumentedTags: [],
  },
  {
    what: 'each kind of tags separately',
    session: {
      result: { tags: false, undocumentedTags: 'song' },
      metadata: { tags: 'news', undocumentedTags: 'birds' },
    },
    tags: ['news'],
    undocumentedTags: ['song'],
  },
  {
    what: 'no tags of a new session',
    session: { state: 'provisioning', running: true, result: null, metadata: undefined },
    tags: [],
    undocumentedTags: [],
  },
])('reads $what', async ({ session, tags, undocumentedTags }) => {
  const { stream } = await start([true, { ...SESSION, ...session }, null]);
  expect(await stream.status('c')).toMatchObject({ tags, undocumentedTags });
});

it('reads a transcript with its moderated sentences', async () => {
  const { server, stream } = await start([true, TRANSCRIPT, null]);

  expect(await stream.transcript('c/1', 'the-key')).toEqual(TRANSCRIPT);

  expect(received(server)).toMatchObject({
    method: 'POST',
    url: '/stream/c%2F1',
    headers: { 'x-service-api-auth': API_KEY, 'x-service-api': 'servicevoice' },
  });
  expect(received(server).body).toEqual({ authorKey: 'the-key' });
});

it.each([
  ['whose voice envelope has success false', { success: false, response: 'Not now.' }],
  ['whose text envelope has success false', { response: refusal('Not now.') }],
  ['whose text envelope is invalid', { response: { ...ENVELOPE, response: {} } }],
  ['without a text envelope', { response: null }],
])('reads a transcript with a sentence %s', async (_what, parts) => {
  const results = [{ ...SENTENCE, ...parts }, SENTENCE];
  const { stream } = await start([true, { ...TRANSCRIPT, moderationResults: results }, null]);
  const { moderationResults } = await stream.transcript('c', 'k');
  expect(moderationResults).toEqual(results);
  expect(moderationResults.map(verdictOfSentence)).toEqual([null, ENVELOPE]);
});

it.each([
  ['a sentence', [false, 'There is no such session.', null], 'There is no such session.'],
  ['a sentence in an object', [false, { message: 'Gone.' }, null], 'Gone.'],
  ['nothing', [false, null, null], 'the service gave no reason'],
  ['an envelope', { api: 'a', success: false, response: 'Not yours.' }, 'Not yours.'],
])('reads false with %s as a rejection', async (_what, answer, sentence) => {
  const { stream } = await start(answer);
  const error = await rejection(stream.status('c'), ServiceRefusedError);
  expect(error.serviceMessage).toBe(sentence);
});

it.each([
  ['two elements', [true, SESSION]],
  ['four elements', [true, SESSION, null, null]],
  ['a third element that is not null', [true, SESSION, {}]],
  ['a string in place of the boolean', ['yes', SESSION, null]],
  ['a session alone', SESSION],
  ['an unknown state', [true, { ...SESSION, state: 'asleep' }, null]],
])('treats %s as an invalid response', async (_what, answer) => {
  const { stream } = await start(answer);
  const error = await rejection(stream.status('c'), InvalidResponseError);
  expect(error.message).toMatch(/^GET \/stream\?convoid=c: invalid response, status 200: /);
});

it.each(['.', '..', ''])('rejects a transcript request for %j before sending', async (convoId) => {
  const { server, stream } = await start([true, TRANSCRIPT, null]);
  await rejection(stream.transcript(convoId, 'the-key'), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});

it('requests the transcript of a session whose id has a lone surrogate', async () => {
  const { server, stream } = await start([true, TRANSCRIPT, null]);
  await stream.transcript('\ud800', 'the-key');
  expect(received(server).url).toBe('/stream/%EF%BF%BD');
});
