import { expect, it, vi } from 'vitest';
import { hasFfmpeg } from '../../../helpers/audio.ts';
import { startHttpServer } from '../../../helpers/http-server.ts';
import { startTranscriptionServer } from '../../../helpers/servers/transcription-server.ts';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import {
  ANY_TRANSCRIBER,
  AUTHOR_KEY,
  finished,
  LOOPBACK,
  send,
  SPOKEN,
  startEndlessMedia,
  startMedia,
  statusOf,
} from '../stream/fixture.ts';
import { startProcess, startTwo } from './fixture.ts';

const AUDIO = { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK };

const tag = (baseUrl: string, url: string, more: Record<string, unknown> = {}) =>
  send(baseUrl, '/stream/tag', { body: { url, convoId: 'one', ...more } });

describeOnPostgres((newDatabase) => {
  it('a session of one instance is seen at the other, which says whose it is', async () => {
    const media = await startEndlessMedia();
    const [one, other] = await startTwo(await newDatabase(), { audio: AUDIO });
    await tag(one, media.baseUrl);
    await vi.waitFor(async () => expect((await statusOf(other, 'one')).state).toBe('running'));
    expect(await statusOf(other, 'one')).toEqual(await statusOf(one, 'one'));
  });

  it.skipIf(!hasFfmpeg())('the transcript of one instance is read at the other', async () => {
    const transcriber = await startTranscriptionServer(SPOKEN);
    const media = await startMedia();
    const [one, other] = await startTwo(await newDatabase(), {
      audio: { ...AUDIO, transcriber: { url: transcriber.url, apiKey: null, model: 'm' } },
    });
    await tag(one, media.baseUrl, { authorKey: AUTHOR_KEY });
    await finished(other, 'one');
    const { status } = await send(other, '/stream/one', { body: { authorKey: AUTHOR_KEY } });
    expect(status).toBe(200);
  });

  it('a session that the other instance replaces is aborted', async () => {
    const media = await startEndlessMedia();
    const [one, other] = await startTwo(await newDatabase(), { audio: AUDIO });
    await tag(one, media.baseUrl);
    await vi.waitFor(() => expect(media.requests).toHaveLength(1));
    await tag(other, 'http://10.0.0.1/');
    await vi.waitFor(() => expect(media.sockets[0]?.destroyed).toBe(true), { timeout: 10_000 });
    expect((await finished(one, 'one')).uri).toBe('http://10.0.0.1/');
  });

  it('the session of a killed instance is ended by another, with one event', async () => {
    const stateUrl = await newDatabase();
    const media = await startEndlessMedia();
    const receiver = await startHttpServer((response) => response.writeHead(200).end());
    const env = { TRANSCRIBER_URL: ANY_TRANSCRIBER.url, MEDIA_PRIVATE_NETWORKS: LOOPBACK.join() };
    const doomed = await startProcess(stateUrl, env);
    const [one, other] = await startTwo(stateUrl, { audio: AUDIO });
    await tag(doomed.baseUrl, media.baseUrl, { webhook: receiver.baseUrl });
    await vi.waitFor(() => expect(media.requests).toHaveLength(1));
    doomed.kill('SIGKILL');
    await vi.waitFor(
      async () => {
        expect(await statusOf(one, 'one')).toMatchObject({
          error: true,
          state: 'finished',
          metadata: { stopReason: expect.stringContaining('Start a new one') },
        });
      },
      { timeout: 40_000, interval: 200 },
    );
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1));
    expect(await statusOf(other, 'one')).toMatchObject({ running: false });
    expect(receiver.requests).toHaveLength(1);
  });
});
