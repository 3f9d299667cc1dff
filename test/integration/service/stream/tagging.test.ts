import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { taggingResultEventSchema } from '../../../../src/service-api/schemas/events.ts';
import {
  sessionResponseSchema,
  transcriptResponseSchema,
} from '../../../../src/service-api/schemas/stream.ts';
import type { ServiceDeps } from '../../../../src/service/service.ts';
import { hasFfmpeg } from '../../../helpers/audio.ts';
import { sendJson, startHttpServer } from '../../../helpers/http-server.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import { startTranscriptionServer } from '../../../helpers/servers/transcription-server.ts';
import {
  AUTHOR_KEY,
  LOOPBACK,
  SPOKEN,
  ANY_TRANSCRIBER,
  send,
  finished,
  startMedia,
  start,
} from './fixture.ts';

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
    expect(sessionResponseSchema.parse(created.body)[1]).toMatchObject({
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

  it('leaves no media behind', async () => {
    const { session } = await tagged();
    expect(existsSync(join(tmpdir(), `portcullis-tagging-${session.instanceId}`))).toBe(false);
  });

  it('uses the seed sentence', async () => {
    const { session } = await tagged({ seedSentence: 'A show about rockets in space' });
    expect(session.result?.tags).toBe('cooking,space');
  });

  it('returns the transcript and the moderation of every sentence to the author key', async () => {
    const { baseUrl } = await tagged();
    const answer = await send(baseUrl, '/stream/one', { body: { authorKey: AUTHOR_KEY } });
    const [, { transcript, moderationResults }] = transcriptResponseSchema.parse(answer.body);
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

  it('hides the transcript from other keys', async () => {
    const { baseUrl } = await tagged();
    expect(await send(baseUrl, '/stream/one', { body: { authorKey: 'guessed' } })).toEqual({
      status: 403,
      body: [false, 'The authorKey does not match the one the session was created with.', null],
    });
  });

  it('keeps no transcript without an author key', async () => {
    const { baseUrl } = await tagged({ authorKey: undefined });
    expect(await send(baseUrl, '/stream/one', { body: { authorKey: AUTHOR_KEY } })).toEqual({
      status: 404,
      body: [false, 'There is no transcript: the session was created without authorKey.', null],
    });
  });

  it('notifies its webhook of the result once, whatever the response', async () => {
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

  it('fails if the media does not match its content type', async () => {
    const media = await startMedia(Buffer.from('no sound at all'));
    const { baseUrl } = await start();
    await send(baseUrl, '/stream/tag', { body: { url: media.baseUrl, convoId: 'one' } });
    expect(await finished(baseUrl, 'one')).toMatchObject({
      error: true,
      metadata: { stopReason: expect.stringContaining('no audio that ffmpeg can decode') },
    });
  });
});

describe('a failing session', () => {
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

  it('reports that no transcriber is configured, and which variable to set', async () => {
    expect(await stopReason({ privateNetworks: LOOPBACK })).toMatch(
      /^No transcriber is configured\. Set TRANSCRIBER_URL/,
    );
  });

  it('reports that ffmpeg must be installed', async () => {
    const ffmpegPath = join(tempDir(), 'nothing');
    const audio = { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK, ffmpegPath };
    expect(await stopReason(audio)).toContain('Install ffmpeg');
  });

  it('reports media in a private network, and how to allow it', async () => {
    expect(await stopReason({ transcriber: ANY_TRANSCRIBER })).toContain('MEDIA_PRIVATE_NETWORKS');
  });

  it('reports a redirect to a private network', async () => {
    const outer = await startHttpServer((response) =>
      response.writeHead(302, { location: 'http://192.168.0.1/' }).end(),
    );
    const audio = { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK };
    expect(await stopReason(audio, outer.baseUrl)).toContain('leads to 192.168.0.1');
  });

  it('notifies its webhook anyway, without tags', async () => {
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
