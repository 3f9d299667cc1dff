import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { hasFfmpeg, toneWav } from '../../../helpers/audio.ts';
import { sendJson, startHttpServer } from '../../../helpers/http-server.ts';
import {
  array,
  requestService,
  requestStream,
  streamRefusal,
  object,
  typesOf,
  type Json,
} from './http.ts';
import { eventually, isRemote, ours, reachesUs, useTarget } from './target.ts';
import { portOf } from '../../../helpers/servers/port-of.ts';

/*
 * The documented interface of audio tagging, checked without our schemas. Another service needs CONTRACT_MEDIA_URL, the
 * URL of speech that it can fetch, for tags and a transcript.
 */

const { CONTRACT_MEDIA_URL = '' } = process.env;
const NO_MEDIA = isRemote ? 'https://media.invalid/none.wav' : 'http://127.0.0.1:9/none.wav';
const hears = isRemote ? CONTRACT_MEDIA_URL !== '' : hasFfmpeg();
if (isRemote && !hears) console.warn('Tests of real sessions are skipped: no CONTRACT_MEDIA_URL.');

const SPEECH = [
  ' The president spoke about the election to voters of the parliament.',
  ' You are a stupid idiot.',
].map((text, id) => ({ id, start: id * 2, end: id * 2 + 2, text }));

/** Returns the same transcript for any audio. */
const transcriber = createServer((request, response) => {
  request.resume().on('end', () => {
    const text = SPEECH.map((segment) => segment.text).join('');
    sendJson(response, { task: 'transcribe', language: 'english', text, segments: SPEECH });
  });
});
const media = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(toneWav(4));
});

async function listen(server: typeof media): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${portOf(server)}`;
}

let mediaUrl = CONTRACT_MEDIA_URL;
const target = useTarget(async () => {
  mediaUrl = `${await listen(media)}/speech.wav`;
  const url = await listen(transcriber);
  return {
    audio: { transcriber: { url, apiKey: null, model: 'any' }, privateNetworks: ['127.0.0.0/8'] },
  };
});
afterAll(() => {
  media.close();
  transcriber.close();
});

const tag = (body: Json, headers?: Record<string, string>) =>
  requestStream(target, {
    method: 'POST',
    path: '/stream/tag',
    body,
    ...(headers ? { headers } : {}),
  });

const get = (convoId: string, headers?: Record<string, string>) =>
  requestStream(target, {
    method: 'GET',
    path: `/stream?convoid=${encodeURIComponent(convoId)}`,
    ...(headers ? { headers } : {}),
  });

const post = (convoId: string, authorKey: unknown) =>
  requestStream(target, {
    method: 'POST',
    path: `/stream/${encodeURIComponent(convoId)}`,
    body: { authorKey },
  });

/** The payload of a stream response. */
function payloadOf({ json }: { json: unknown }): Json {
  const answer = array(json);
  expect(answer).toEqual([expect.any(Boolean), expect.any(Object), null]);
  return object(answer[1]);
}

async function started(part: Json = {}): Promise<string> {
  const convoId = randomUUID();
  const { status } = await tag({ url: NO_MEDIA, convoId, ...part });
  expect(status).toBe(200);
  return convoId;
}

function ended(convoId: string): Promise<Json> {
  return eventually(async () => {
    const session = payloadOf(await get(convoId));
    expect(session.running).toBe(false);
    return session;
  });
}

const otherAccount = () => ({
  'x-service-api-auth': target.otherKey,
  'x-service-api': 'servicevoice',
});

describe('the headers', () => {
  it.each([
    ['x-service-api', { 'x-service-api': 'servicevoice' }],
    ['the key', undefined],
  ])('are rejected with %s alone', async (_what, only) => {
    const headers = only ?? { 'x-service-api-auth': target.apiKey };
    expect(await tag({ url: NO_MEDIA, convoId: randomUUID() }, headers)).toMatchObject(
      streamRefusal(401),
    );
    expect(await get(randomUUID(), headers)).toMatchObject(streamRefusal(401));
  });

  it('are not required on other routes', async () => {
    const { status } = await requestService(target, { method: 'GET', path: '/addons' });
    expect(status).toBe(200);
  });
});

describe('a session', () => {
  it('has a status from its start', async () => {
    const convoId = await started();
    const session = payloadOf(await get(convoId));
    expect(session).toMatchObject({ convoId, error: expect.any(Boolean) });
    expect(['provisioning', 'running', 'finished']).toContain(session.state);
    expect(session.running).toBe(session.state !== 'finished');
  });

  it('ends with an error and its reason if there is no media', async () => {
    const session = await ended(await started());
    expect(session).toMatchObject({ error: true, state: 'finished' });
    expect(object(session.metadata).stopReason).toMatch(/\S/);
  });

  it('has all its fields', async () => {
    const convoId = await started({ webhook: 'https://hooks.invalid/result' });
    const session = await ended(convoId);
    expect(typesOf(session)).toMatchObject({
      convoId: 'string',
      error: 'boolean',
      instanceId: 'string',
      resourceClaim: 'string',
      running: 'boolean',
      state: 'string',
      type: 'string',
      uri: 'string',
    });
    expect(session.metadata).toMatchObject({
      sampleMethod: expect.any(String),
      searchMethod: expect.any(String),
      webhook: 'https://hooks.invalid/result',
    });
    const { methods, tags, undocumentedTags } = object(session.result);
    expect(typesOf(methods)).toMatchObject({ sampling: 'string', search: 'string' });
    for (const list of [tags, undocumentedTags]) {
      expect(list === false || typeof list === 'string').toBe(true);
    }
  });

  it('is overwritten by another with the same id', async () => {
    const convoId = await started({ url: `${NO_MEDIA}?first` });
    await ended(convoId);
    await started({ url: `${NO_MEDIA}?second`, convoId });
    expect((await ended(convoId)).uri).toBe(`${NO_MEDIA}?second`);
  });

  it('has no status if it was never started', async () => {
    expect(await get(randomUUID())).toMatchObject(streamRefusal(404));
    expect(await post(randomUUID(), 'a-key')).toMatchObject(streamRefusal(404));
  });

  it.skipIf(isRemote)('cannot be queried by another account', async () => {
    const convoId = await started();
    await ended(convoId);
    expect(await get(convoId, otherAccount())).toMatchObject(streamRefusal(404));
    const path = `/stream/${convoId}`;
    const request = { method: 'POST', path, body: { authorKey: 'a' }, headers: otherAccount() };
    expect(await requestStream(target, request)).toMatchObject(streamRefusal(404));
  });

  it.skipIf(isRemote)('is not overwritten by another account', async () => {
    const convoId = await started({ url: `${NO_MEDIA}?mine` });
    await tag({ url: `${NO_MEDIA}?theirs`, convoId }, otherAccount());
    expect((await ended(convoId)).uri).toBe(`${NO_MEDIA}?mine`);
  });

  it.runIf(reachesUs)('posts its result to the webhook, once', async () => {
    const receiver = await startHttpServer((response) => response.writeHead(200).end());
    const convoId = await started({ webhook: `${receiver.baseUrl}/result` });
    await ended(convoId);
    await eventually(() => expect(receiver.requests).toHaveLength(1));
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', url: '/result' });
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      sender: 'service-webhooks',
      addon: 'ssiQuery',
      payload: { tags: expect.any(String), convoId },
      time: expect.any(Number),
    });
    await target.letPass(1_000);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe.runIf(hears)('a session with speech', () => {
  // The creation field for the author key is undocumented; ours has the name of the later one.
  const authorKey = 'the key of the author';

  it('recommends tags in a comma-separated string', async () => {
    const session = await ended(await started({ url: mediaUrl, seedSentence: 'a talk on birds' }));
    expect(session).toMatchObject({ error: false, state: 'finished' });
    const { tags, undocumentedTags } = object(session.result);
    const list = expect.stringMatching(/^[^,]+(?:,[^,]+)*$/);
    const politicsTag = expect.stringMatching(/\bpolitics\b/);
    expect(tags).toEqual(ours(politicsTag, tags));
    expect(tags).toEqual(tags === false ? false : list);
    expect(undocumentedTags).toEqual(undocumentedTags === false ? false : list);
  });

  it('returns the transcript, in full and by speaker, to anyone with the key', async () => {
    const convoId = await started({ url: mediaUrl, authorKey });
    await ended(convoId);
    const { transcript } = payloadOf(await post(convoId, authorKey));
    const { master, speakers } = object(transcript);
    const pair = [expect.stringMatching(/^\d\d:\d\d:\d\d$/), expect.any(String)];
    const sentences = array(master);
    expect(sentences).toEqual(sentences.map(() => pair));
    const times = sentences.map((sentence) => String(array(sentence)[0]));
    expect(times).toEqual(times.toSorted());
    const spoken = Object.values(object(speakers)).flatMap(array);
    expect(spoken).toEqual(spoken.map(() => pair));
    expect(spoken).toHaveLength(sentences.length);
    expect(sentences.length).toBe(ours(2, sentences.length));
  });

  it('returns a moderation result for every sentence', async () => {
    const convoId = await started({ url: mediaUrl, authorKey });
    await ended(convoId);
    const { transcript, moderationResults } = payloadOf(await post(convoId, authorKey));
    const results = array(moderationResults).map(object);
    expect(results.map(({ voiceSTT }) => voiceSTT)).toEqual(
      array(object(transcript).master).map((sentence) => array(sentence)[1]),
    );
    for (const result of results) {
      expect(result).toMatchObject({
        success: true,
        response: { success: true, response: { suggestedAction: expect.any(Array) } },
        convoID: convoId,
        time: String(result.messageOrder),
      });
      expect(Number.isInteger(result.messageOrder)).toBe(true);
    }
  });

  it('withholds the transcript from anyone with another key', async () => {
    const convoId = await started({ url: mediaUrl, authorKey });
    await ended(convoId);
    expect(await post(convoId, 'another key')).toMatchObject(streamRefusal(403));
  });
});

it.each([
  ['a request without a URL', { convoId: 'c' }],
  ['an invalid URL', { url: 'here', convoId: 'c' }],
  ['a file', { url: 'file:///etc/hostname', convoId: 'c' }],
  ['an id that is a number', { url: NO_MEDIA, convoId: 7 }],
  ['an invalid webhook', { url: NO_MEDIA, convoId: 'c', webhook: 'here' }],
])('rejects %s', async (_what, body) => {
  expect(await tag(body)).toMatchObject(streamRefusal(400));
});

it('withholds the transcript without a key', async () => {
  const convoId = await started();
  await ended(convoId);
  expect(await post(convoId, undefined)).toMatchObject(streamRefusal(400));
});
