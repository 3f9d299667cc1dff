import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { API_KEY, startService } from '../start.ts';
import { STREAM_LIMITS } from '../../../src/service/stream/limits.ts';
import type { ServiceDeps } from '../../../src/service/service.ts';
import { sessionAnswerSchema, transcriptAnswerSchema } from '../../../src/protocol/stream.ts';
import { taggingResultEventSchema } from '../../../src/protocol/events.ts';
import { hasFfmpeg, toneWav } from '../../helpers/audio.ts';
import { createFakeClock, type FakeClock } from '../../helpers/fake-clock.ts';
import { sendJson, startHttpServer } from '../../helpers/http-server.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import {
  startTranscriptionServer,
  type SpokenSegment,
} from '../../helpers/transcription-server.ts';

const OTHER_KEY = 'a-key-of-somebody-else';
const AUTHOR_KEY = 'only the author knows';
const LOOPBACK = ['127.0.0.0/8'];

const SPOKEN: SpokenSegment[] = [
  { start: 0, end: 2, text: ' Today we bake sourdough bread' },
  { start: 2, end: 4, text: ' in a hot oven.' },
  { start: 4, end: 6, text: ' This recipe of sourdough needs a chef.' },
  { start: 6, end: 8, text: ' You are a stupid idiot.' },
];

interface Sent {
  key?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: unknown;
}

async function send(baseUrl: string, path: string, { key = API_KEY, ...sent }: Sent = {}) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: sent.method ?? (sent.body === undefined ? 'GET' : 'POST'),
    headers: {
      'x-service-api-auth': key,
      'x-service-api': 'servicevoice',
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function statusOf(baseUrl: string, convoId: string) {
  const { body } = await send(baseUrl, `/stream?convoid=${encodeURIComponent(convoId)}`);
  return sessionAnswerSchema.parse(body)[1];
}

async function finished(baseUrl: string, convoId: string) {
  return vi.waitFor(
    async () => {
      const session = await statusOf(baseUrl, convoId);
      expect(session.running).toBe(false);
      return session;
    },
    { timeout: 10_000 },
  );
}

function startMedia(media = toneWav(0.5)) {
  return startHttpServer((response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(media);
  });
}

/** Media that never ends, so that a session stays at work. */
function startEndlessMedia() {
  return startHttpServer((response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' }).write('a');
  });
}

const ANY_TRANSCRIBER = { url: 'http://127.0.0.1:1', apiKey: null, model: 'x' };

function start(overrides: Partial<ServiceDeps> = {}) {
  return startService({
    furtherKeys: { other: OTHER_KEY },
    audio: { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK },
    ...overrides,
  });
}

describe.skipIf(!hasFfmpeg())('a tagging session', () => {
  async function tagged(more: Record<string, unknown> = {}) {
    const media = await startMedia();
    const transcriber = await startTranscriptionServer(SPOKEN);
    const { baseUrl } = await start({
      audio: {
        transcriber: { url: transcriber.url, apiKey: 'k', model: 'm' },
        privateNetworks: LOOPBACK,
      },
    });
    const url = `${media.baseUrl}/live`;
    const body = { url, convoId: 'one', authorKey: AUTHOR_KEY, ...more };
    const created = await send(baseUrl, '/stream/tag', { body });
    return { baseUrl, created, session: await finished(baseUrl, 'one'), transcriber, url };
  }

  it('fetches, decodes, transcribes and recommends tags', async () => {
    const { created, session, transcriber, url } = await tagged();
    expect(created.status).toBe(200);
    expect(sessionAnswerSchema.parse(created.body)[1]).toMatchObject({
      convoId: 'one',
      state: 'provisioning',
      running: true,
      error: false,
      result: { tags: false, undocumentedTags: false },
    });
    expect(transcriber.requests).toMatchObject([
      { audio: { channels: 1, sampleRate: 16_000, seconds: expect.closeTo(0.5, 1) } },
    ]);
    expect(session).toEqual({
      convoId: 'one',
      error: false,
      instanceId: expect.any(String),
      metadata: {
        sampleMethod: 'edge',
        searchMethod: 'explore',
        tags: 'cooking',
        undocumentedTags: 'sourdough',
      },
      result: {
        methods: { sampling: 'edge', search: 'explore' },
        tags: 'cooking',
        undocumentedTags: 'sourdough',
      },
      resourceClaim: expect.any(String),
      running: false,
      state: 'finished',
      type: 'tag-live',
      uri: url,
    });
  });

  it('leaves nothing of the media behind', async () => {
    const { session } = await tagged();
    expect(existsSync(join(tmpdir(), `portcullis-tagging-${session.instanceId}`))).toBe(false);
  });

  it('uses the seed sentence', async () => {
    const { session } = await tagged({ seedSentence: 'A show about rockets in space' });
    expect(session.result?.tags).toBe('cooking,space');
  });

  it('gives the transcript and a judgement of every sentence to the author key', async () => {
    const { baseUrl } = await tagged();
    const answer = await send(baseUrl, '/stream/one', { body: { authorKey: AUTHOR_KEY } });
    const [, { transcript, moderationResults }] = transcriptAnswerSchema.parse(answer.body);
    const pairs = [
      ['00:00:00', 'Today we bake sourdough bread in a hot oven.'],
      ['00:00:04', 'This recipe of sourdough needs a chef.'],
      ['00:00:06', 'You are a stupid idiot.'],
    ];
    expect(transcript).toEqual({ master: pairs, speakers: { 0: pairs } });
    expect(moderationResults.map(({ voiceSTT }) => voiceSTT)).toEqual(
      pairs.map(([, text]) => text),
    );
    expect(moderationResults[0]).toMatchObject({
      api: 'service-lang-voice',
      success: true,
      convoID: 'one',
      response: {
        api: 'service-lang-text',
        response: { suggestedAction: ['pass', expect.any(Number)] },
      },
      TOS: expect.any(String),
      version: expect.any(String),
    });
    expect(moderationResults[2]).toMatchObject({
      response: {
        response: { suggestedAction: [expect.not.stringMatching('pass'), expect.any(Number)] },
      },
    });
    const orders = moderationResults.map(({ messageOrder }) => messageOrder);
    expect(orders.map((order) => order - (orders[0] ?? 0))).toEqual([0, 4_000, 6_000]);
    expect(moderationResults.map(({ time }) => time)).toEqual(orders.map(String));
  });

  it('keeps the transcript from any other key', async () => {
    const { baseUrl } = await tagged();
    expect(await send(baseUrl, '/stream/one', { body: { authorKey: 'guessed' } })).toEqual({
      status: 403,
      body: [false, 'The authorKey is not the one the session was created with.', null],
    });
  });

  it('keeps no transcript where no author key came with the session', async () => {
    const { baseUrl } = await tagged({ authorKey: undefined });
    expect(await send(baseUrl, '/stream/one', { body: { authorKey: AUTHOR_KEY } })).toEqual({
      status: 404,
      body: [false, 'There is no transcript: the session was created without authorKey.', null],
    });
  });

  it('tells its webhook the result once, whatever the receiver answers', async () => {
    const receiver = await startHttpServer((response) => sendJson(response, {}, { status: 500 }));
    await tagged({ webhook: `${receiver.baseUrl}/hook` });
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1));
    const event = taggingResultEventSchema.parse(JSON.parse(receiver.requests[0]?.body ?? ''));
    expect(event).toEqual({
      sender: 'service-webhooks',
      addon: 'ssiQuery',
      payload: { tags: 'cooking', undocumentedTags: 'sourdough', convoId: 'one' },
      time: expect.any(Number),
    });
  });

  it('signs the event once the shared secret is enabled', async () => {
    const media = await startMedia();
    const receiver = await startHttpServer((response) => response.writeHead(200).end());
    const { url: transcriberUrl } = await startTranscriptionServer(SPOKEN);
    const { baseUrl } = await start({
      audio: {
        transcriber: { url: transcriberUrl, apiKey: null, model: 'm' },
        privateNetworks: LOOPBACK,
      },
    });
    await send(baseUrl, '/addons/secrets', { method: 'PATCH', body: {} });
    const body = { url: media.baseUrl, convoId: 'one', webhook: receiver.baseUrl };
    await send(baseUrl, '/stream/tag', { body });
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), { timeout: 10_000 });
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      hmac: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('fails when the media is not what its content type says', async () => {
    const media = await startMedia(Buffer.from('no sound at all'));
    const { baseUrl } = await start();
    await send(baseUrl, '/stream/tag', { body: { url: media.baseUrl, convoId: 'one' } });
    expect(await finished(baseUrl, 'one')).toMatchObject({
      error: true,
      metadata: { stopReason: expect.stringContaining('no audio that ffmpeg can decode') },
    });
  });
});

describe('a session that cannot succeed', () => {
  async function stopReason(audio: NonNullable<ServiceDeps['audio']>, url?: string) {
    const media = await startMedia();
    const { baseUrl } = await start({ audio });
    const body = { url: url ?? media.baseUrl, convoId: 'one', authorKey: AUTHOR_KEY };
    await send(baseUrl, '/stream/tag', { body });
    const session = await finished(baseUrl, 'one');
    expect(session).toMatchObject({ error: true, state: 'finished', result: { tags: false } });
    const transcript = await send(baseUrl, '/stream/one', { body: { authorKey: AUTHOR_KEY } });
    const reason = session.metadata?.stopReason ?? '';
    expect(transcript).toEqual({
      status: 404,
      body: [false, `There is no transcript: ${reason}`, null],
    });
    return reason;
  }

  it('says that no transcriber is configured, and which variable to set', async () => {
    expect(await stopReason({ privateNetworks: LOOPBACK })).toMatch(
      /^No transcriber is configured\. Set TRANSCRIBER_URL/,
    );
  });

  it('says that ffmpeg is to be installed', async () => {
    const ffmpegPath = join(tempDir(), 'nothing');
    const audio = { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK, ffmpegPath };
    expect(await stopReason(audio)).toContain('Install ffmpeg');
  });

  it('says that the media lies in a private network, and how to allow it', async () => {
    expect(await stopReason({ transcriber: ANY_TRANSCRIBER })).toContain('MEDIA_PRIVATE_NETWORKS');
  });

  it('says that a redirect leads into a private network', async () => {
    const outer = await startHttpServer((response) =>
      response.writeHead(302, { location: 'http://192.168.0.1/' }).end(),
    );
    const audio = { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK };
    expect(await stopReason(audio, outer.baseUrl)).toContain('leads to 192.168.0.1');
  });

  it('tells its webhook all the same, without tags', async () => {
    const receiver = await startHttpServer((response) => response.writeHead(200).end());
    const { baseUrl } = await start({ audio: {} });
    const body = { url: 'http://media.example/', convoId: 'one', webhook: receiver.baseUrl };
    await send(baseUrl, '/stream/tag', { body });
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1));
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      payload: { tags: '', undocumentedTags: false, convoId: 'one' },
    });
  });
});

describe('sessions among each other', () => {
  it('ends one after five minutes, and says so', async () => {
    const clock = createFakeClock();
    const media = await startEndlessMedia();
    const limits = { ...STREAM_LIMITS, captureMs: 3_600_000 };
    const audio = { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK, limits };
    const { baseUrl } = await start({ clock, audio });
    await send(baseUrl, '/stream/tag', { body: { url: media.baseUrl, convoId: 'one' } });
    await vi.waitFor(() => expect(media.requests).toHaveLength(1));
    clock.advance(5 * 60_000 - 1);
    expect(await statusOf(baseUrl, 'one')).toMatchObject({ state: 'running', running: true });
    clock.advance(1);
    expect(await finished(baseUrl, 'one')).toMatchObject({
      error: true,
      metadata: { stopReason: expect.stringContaining('ended after 5 minutes') },
    });
  });

  it('lets two work and the others wait, up to a number', async () => {
    const media = await startEndlessMedia();
    const limits = { ...STREAM_LIMITS, waiting: 1 };
    const audio = { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK, limits };
    const { baseUrl } = await start({ audio });
    const tag = (convoId: string) =>
      send(baseUrl, '/stream/tag', { body: { url: media.baseUrl, convoId } });
    for (const convoId of ['one', 'two', 'three']) await tag(convoId);
    await vi.waitFor(async () => expect((await statusOf(baseUrl, 'two')).state).toBe('running'));
    expect((await statusOf(baseUrl, 'three')).state).toBe('provisioning');
    expect(await tag('four')).toEqual({
      status: 429,
      body: [false, expect.stringContaining('Try again in a few minutes'), null],
    });
    media.sockets[0]?.destroy();
    await vi.waitFor(async () => expect((await statusOf(baseUrl, 'three')).state).toBe('running'));
  });

  it('replaces a session by a later one with the same convoId', async () => {
    const endless = await startEndlessMedia();
    const receiver = await startHttpServer((response) => response.writeHead(200).end());
    const { baseUrl } = await start();
    const body = { url: endless.baseUrl, convoId: 'one', webhook: receiver.baseUrl };
    await send(baseUrl, '/stream/tag', { body });
    await vi.waitFor(() => expect(endless.requests).toHaveLength(1));
    const { instanceId } = await statusOf(baseUrl, 'one');
    const closed = endless.sockets[0];
    await send(baseUrl, '/stream/tag', { body: { url: 'http://10.0.0.1/', convoId: 'one' } });
    const session = await finished(baseUrl, 'one');
    expect(session.instanceId).not.toBe(instanceId);
    expect(session.uri).toBe('http://10.0.0.1/');
    await vi.waitFor(() => expect(closed?.destroyed).toBe(true));
    expect(receiver.requests).toHaveLength(0);
  });

  it('shows a session to its owner’s key alone', async () => {
    const { baseUrl } = await start({ audio: {} });
    const body = { url: 'http://media.example/', convoId: 'one' };
    await send(baseUrl, '/stream/tag', { body });
    const none = {
      status: 404,
      body: [false, 'There is no tagging session with this convoId.', null],
    };
    expect(await send(baseUrl, '/stream?convoid=one', { key: OTHER_KEY })).toEqual(none);
    const opening = { key: OTHER_KEY, body: { authorKey: AUTHOR_KEY } };
    expect(await send(baseUrl, '/stream/one', opening)).toEqual(none);
    await send(baseUrl, '/stream/tag', {
      key: OTHER_KEY,
      body: { ...body, url: 'http://b.example/' },
    });
    expect((await statusOf(baseUrl, 'one')).uri).toBe('http://media.example/');
  });
});

describe('a restart', () => {
  it('ends a session that was under way, tells its webhook, and removes what it left', async () => {
    const storePath = join(tempDir(), 'service.sqlite');
    const endless = await startEndlessMedia();
    const receiver = await startHttpServer((response) => response.writeHead(200).end());
    const first = await start({ storePath });
    const body = { url: endless.baseUrl, convoId: 'one', webhook: receiver.baseUrl };
    await send(first.baseUrl, '/stream/tag', { body });
    await vi.waitFor(() => expect(endless.requests).toHaveLength(1));
    const { instanceId } = await statusOf(first.baseUrl, 'one');
    await first.service.stop();
    // As a killed process leaves it.
    const folder = join(tmpdir(), `portcullis-tagging-${instanceId}`);
    mkdirSync(folder);

    const second = await start({ storePath });
    expect(await statusOf(second.baseUrl, 'one')).toMatchObject({
      error: true,
      running: false,
      state: 'finished',
      metadata: { stopReason: expect.stringContaining('Start it again') },
    });
    expect(existsSync(folder)).toBe(false);
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1));

    await second.service.stop();
    const third = await start({ storePath });
    expect(await statusOf(third.baseUrl, 'one')).toMatchObject({ state: 'finished' });
    await third.service.stop();
    expect(receiver.requests).toHaveLength(1);
  });

  it('forgets a session after 30 days', async () => {
    const clock: FakeClock = createFakeClock();
    const { baseUrl } = await start({ clock, audio: {} });
    await send(baseUrl, '/stream/tag', { body: { url: 'http://media.example/', convoId: 'one' } });
    await finished(baseUrl, 'one');
    clock.advance(31 * 24 * 3_600_000);
    await vi.waitFor(async () => {
      clock.advance(3_600_000);
      expect((await send(baseUrl, '/stream?convoid=one')).status).toBe(404);
    });
  });
});

describe('what the stream routes refuse', () => {
  const URL = 'http://media.example/';
  const long = (length: number) => 'a'.repeat(length);
  const ADDRESS = 'must be an address that starts with http:// or https://.';

  it.each<[string, unknown, string]>([
    ['no url', { convoId: 'a' }, `The field url ${ADDRESS}`],
    [
      'a url of another kind',
      { url: 'file:///etc/passwd', convoId: 'a' },
      `The field url ${ADDRESS}`,
    ],
    ['a url that is a number', { url: 7, convoId: 'a' }, `The field url ${ADDRESS}`],
    ['no convoId', { url: URL }, 'The field convoId must be a string of 1 to 100 characters.'],
    ['an empty convoId', { url: URL, convoId: '' }, 'The field convoId must'],
    ['a long convoId', { url: URL, convoId: long(101) }, 'The field convoId must'],
    ['a convoId that is a list', { url: URL, convoId: ['a'] }, 'The field convoId must'],
    [
      'a webhook that is no address',
      { url: URL, convoId: 'a', webhook: 'x' },
      `webhook ${ADDRESS}`,
    ],
    [
      'a seed that is null',
      { url: URL, convoId: 'a', seedSentence: null },
      'The field seedSentence',
    ],
    ['a long seed', { url: URL, convoId: 'a', seedSentence: long(10_001) }, 'seedSentence must be'],
    ['an empty author key', { url: URL, convoId: 'a', authorKey: '' }, 'The field authorKey must'],
    ['a long author key', { url: URL, convoId: 'a', authorKey: long(1_001) }, 'authorKey must'],
    ['a list', [], 'The body must be a JSON object.'],
  ])('answers %s with 400', async (_name, body, sentence) => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, '/stream/tag', { body })).toEqual({
      status: 400,
      body: [false, expect.stringContaining(sentence), null],
    });
  });

  it.each([{}, { authorKey: '' }, { authorKey: 7 }, { authorKey: null }, []])(
    'does not open a transcript with %j',
    async (body) => {
      const { baseUrl } = await start();
      expect(await send(baseUrl, '/stream/one', { body })).toMatchObject({
        status: 400,
        body: [false, expect.any(String), null],
      });
    },
  );

  it('does not open the transcript of a session under way', async () => {
    const media = await startEndlessMedia();
    const { baseUrl } = await start();
    await send(baseUrl, '/stream/tag', { body: { url: media.baseUrl, convoId: 'one' } });
    const body = { authorKey: AUTHOR_KEY };
    expect(await send(baseUrl, '/stream/one', { body })).toMatchObject({
      status: 409,
      body: [false, expect.stringContaining('not finished'), null],
    });
  });

  it.each(['', '?convoid=', '?convoid=a&convoid=b', '?other=a'])(
    'answers /stream%s with 400',
    async (query) => {
      const { baseUrl } = await start();
      expect(await send(baseUrl, `/stream${query}`)).toEqual({
        status: 400,
        body: [false, 'The query parameter convoid is missing.', null],
      });
    },
  );

  it.each<Record<string, string>>([{ 'x-service-api': '' }, { 'x-service-api': 'servicetext' }])(
    'wants its own header, not %j',
    async (headers) => {
      const { baseUrl } = await start();
      expect(await send(baseUrl, '/stream?convoid=a', { headers })).toEqual({
        status: 401,
        body: [false, 'The header x-service-api must be servicevoice on this route.', null],
      });
    },
  );

  it('wants the key first', async () => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, '/stream?convoid=a', { key: 'wrong' })).toEqual({
      status: 401,
      body: [false, 'The API key in the header x-service-api-auth is not valid.', null],
    });
  });

  it.each(['a'.repeat(100), 'ü/?#% \u{1F600}', '../..', '__proto__'])(
    'takes the convoId %j, whatever is in it',
    async (convoId) => {
      const { baseUrl } = await start({ audio: {} });
      await send(baseUrl, '/stream/tag', { body: { url: URL, convoId } });
      expect((await finished(baseUrl, convoId)).convoId).toBe(convoId);
      const path = `/stream/${encodeURIComponent(convoId)}`;
      expect(await send(baseUrl, path, { body: { authorKey: 'a' } })).toMatchObject({
        status: 404,
        body: [false, expect.stringContaining('There is no transcript'), null],
      });
    },
  );
});
