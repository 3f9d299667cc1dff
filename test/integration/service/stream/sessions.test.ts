import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { STREAM_LIMITS } from '../../../../src/service/stream/stream-limits.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { startHttpServer } from '../../../helpers/http-server.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import {
  OTHER_KEY,
  AUTHOR_KEY,
  LOOPBACK,
  ANY_TRANSCRIBER,
  send,
  statusOf,
  finished,
  startEndlessMedia,
  start,
} from './fixture.ts';

describe('concurrent sessions', () => {
  it('end after five minutes, with a reason', async () => {
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
      metadata: { stopReason: expect.stringContaining('stopped after 5 minutes') },
    });
  });

  it('run two at a time while others wait, up to a limit', async () => {
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

  it('do not exceed the limit when created at once', async () => {
    const media = await startEndlessMedia();
    const limits = { ...STREAM_LIMITS, waiting: 1 };
    const audio = { transcriber: ANY_TRANSCRIBER, privateNetworks: LOOPBACK, limits };
    const { baseUrl } = await start({ audio });
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four', 'five', 'six'].map((convoId) =>
        send(baseUrl, '/stream/tag', { body: { url: media.baseUrl, convoId } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });

  it('refuse the convoId with a reserved transcript path', async () => {
    const { baseUrl } = await start({ audio: {} });
    const body = { url: 'http://media.example/', convoId: 'tag' };
    expect(await send(baseUrl, '/stream/tag', { body })).toEqual({
      status: 400,
      body: [false, 'The field convoId must not be tag.', null],
    });
  });

  it('are replaced by later ones with the same convoId', async () => {
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

  it("are visible only to their owner's key", async () => {
    const { baseUrl } = await start({ audio: {} });
    const body = { url: 'http://media.example/', convoId: 'one' };
    await send(baseUrl, '/stream/tag', { body });
    const none = {
      status: 404,
      body: [false, 'No tagging session has this convoId.', null],
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
  it('ends an unfinished session, notifies its webhook, and removes its files', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const endless = await startEndlessMedia();
    const receiver = await startHttpServer((response) => response.writeHead(200).end());
    const first = await start({ stateUrl });
    const body = { url: endless.baseUrl, convoId: 'one', webhook: receiver.baseUrl };
    await send(first.baseUrl, '/stream/tag', { body });
    await vi.waitFor(() => expect(endless.requests).toHaveLength(1));
    const { instanceId } = await statusOf(first.baseUrl, 'one');
    await first.service.stop();
    // The files that a crashed process leaves behind.
    const folder = join(tmpdir(), `portcullis-tagging-${instanceId}`);
    mkdirSync(folder);

    const second = await start({ stateUrl });
    expect(await statusOf(second.baseUrl, 'one')).toMatchObject({
      error: true,
      running: false,
      state: 'finished',
      metadata: { stopReason: expect.stringContaining('Start a new one') },
    });
    expect(existsSync(folder)).toBe(false);
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1));

    await second.service.stop();
    const third = await start({ stateUrl });
    expect(await statusOf(third.baseUrl, 'one')).toMatchObject({ state: 'finished' });
    await third.service.stop();
    expect(receiver.requests).toHaveLength(1);
  });

  it('removes a session after 30 days', async () => {
    const clock = createFakeClock();
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
