import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Clock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createOutbox, redeliveryDelayMs } from '../../../../src/service/outbox/outbox.ts';
import { createPoster } from '../../../../src/service/outbox/poster.ts';
import { createClaims } from '../../../../src/service/store/instances.ts';
import { createOutboxStore, type OutgoingEvent } from '../../../../src/service/store/outbox.ts';
import { openStore } from '../../../../src/service/store/store.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';
import { sendJson, startHttpServer } from '../../../helpers/http-server.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';

const HOUR_MS = 60 * 60 * 1000;

async function startOutbox({ path, clock }: { path: string; clock: Clock }, logger = silentLogger) {
  const database = await openStore(`sqlite:${path}`, silentLogger);
  const store = createOutboxStore(database, createClaims(database, 'test'));
  const poster = createPoster(clock);
  const outbox = createOutbox({
    store,
    poster,
    instance: { isCurrent: () => true, confirm: async () => undefined },
    clock,
    random: () => 0,
    logger,
  });
  onTestFinished(async () => {
    await outbox.stop();
    await poster.close();
    await database.destroy();
  });
  await outbox.resume();
  return { outbox, store };
}

function event(webhook: string, body: string, more: Partial<OutgoingEvent> = {}): OutgoingEvent {
  return { webhook, body, delivery: 'retried', ...more };
}

/** Advances the clock to the retry that is being waited for. */
async function letRetry(clock: FakeClock, delayMs: number): Promise<void> {
  await vi.waitFor(() => expect(clock.pending()).toEqual([delayMs]));
  clock.advance(delayMs);
}

const isEmpty = async (store: { webhooks(): Promise<string[]> }): Promise<void> =>
  vi.waitFor(async () => expect(await store.webhooks()).toEqual([]));

function setup() {
  return { path: join(tempDir(), 'service.sqlite'), clock: createFakeClock() };
}

describe('the outbox', () => {
  it('posts events as JSON in order and removes delivered ones', async () => {
    const server = await startHttpServer((response) => sendJson(response, {}, { status: 204 }));
    const { outbox, store } = await startOutbox(setup());
    await outbox.add([event(server.baseUrl, '1'), event(server.baseUrl, '2')]);
    await outbox.add([event(server.baseUrl, '3')]);
    await isEmpty(store);
    expect(server.requests.map(({ body }) => body)).toEqual(['1', '2', '3']);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('retries an undelivered event with growing delays, before any later event', async () => {
    const statuses = [500, 404, 302, 200, 200];
    const server = await startHttpServer((response, index) =>
      sendJson(response, {}, { status: statuses[index] ?? 200, headers: { location: '/other' } }),
    );
    const env = setup();
    const { outbox, store } = await startOutbox(env);
    await outbox.add([event(server.baseUrl, '1'), event(server.baseUrl, '2')]);
    await letRetry(env.clock, 1_000);
    await letRetry(env.clock, 2_000);
    await letRetry(env.clock, 4_000);
    await isEmpty(store);
    expect(server.requests.map(({ body }) => body)).toEqual(['1', '1', '1', '1', '2']);
    expect(server.requests.every(({ url }) => url === '/')).toBe(true);
  });

  it.each([400, 401, 413, 415, 422])(
    'drops an event refused with %d and continues with the next',
    async (status) => {
      const server = await startHttpServer((response, index) =>
        sendJson(response, {}, { status: index === 0 ? status : 200 }),
      );
      const { logger, lines } = createLogSink();
      const { outbox, store } = await startOutbox(setup(), logger);
      await outbox.add([event(server.baseUrl, '1'), event(server.baseUrl, '2')]);
      await isEmpty(store);
      expect(server.requests.map(({ body }) => body)).toEqual(['1', '2']);
      expect(lines.join('')).toContain('event dropped');
    },
  );

  it('lets a waiting webhook not delay others', async () => {
    const broken = await startHttpServer((response) => sendJson(response, {}, { status: 500 }));
    const sound = await startHttpServer((response) => sendJson(response, {}));
    const { outbox } = await startOutbox(setup());
    await outbox.add([event(broken.baseUrl, '1'), event(sound.baseUrl, '2')]);
    await vi.waitFor(() => expect(sound.requests).toHaveLength(1));
  });

  it('treats a receiver without a response within five seconds as failed', async () => {
    const server = await startHttpServer((response, index) => {
      if (index > 0) sendJson(response, {});
    });
    const env = setup();
    const { outbox, store } = await startOutbox(env);
    await outbox.add([event(server.baseUrl, '1')]);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await letRetry(env.clock, 5_000);
    await letRetry(env.clock, 1_000);
    await isEmpty(store);
    expect(server.requests).toHaveLength(2);
  });

  it('drops an event after 24 hours and continues with the next', async () => {
    const server = await startHttpServer((response) => sendJson(response, {}, { status: 500 }));
    const env = setup();
    const { logger, lines } = createLogSink();
    const { outbox, store } = await startOutbox(env, logger);
    await outbox.add([event(server.baseUrl, '1')]);
    await vi.waitFor(() => expect(env.clock.pending()).toEqual([1_000]));
    env.clock.advance(24 * HOUR_MS);
    await isEmpty(store);
    expect(server.requests).toHaveLength(1);
    expect(lines.join('')).toContain('event dropped');
  });

  it('sends events that a crashed process had not sent', async () => {
    let status = 500;
    const server = await startHttpServer((response) => sendJson(response, {}, { status }));
    const env = setup();
    // Simulates a crash: this clock never advances.
    const killed = await startOutbox({ ...env, clock: createFakeClock() });
    await killed.outbox.add([event(server.baseUrl, '1'), event(server.baseUrl, '2')]);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await vi.waitFor(async () =>
      expect(await killed.store.first(server.baseUrl)).toMatchObject({ attempts: 1 }),
    );
    status = 200;
    const { store } = await startOutbox({
      ...env,
      clock: createFakeClock(env.clock.now() + 1_000),
    });
    await isEmpty(store);
    expect(server.requests.map(({ body }) => body)).toEqual(['1', '1', '2']);
  });

  it('keeps its delay across a restart', async () => {
    const server = await startHttpServer((response) => sendJson(response, {}, { status: 500 }));
    const env = setup();
    const first = await startOutbox(env);
    await first.outbox.add([event(server.baseUrl, '1')]);
    await letRetry(env.clock, 1_000);
    await vi.waitFor(() => expect(env.clock.pending()).toEqual([2_000]));
    await first.outbox.stop();
    await startOutbox(env);
    await vi.waitFor(() => expect(env.clock.pending()).toEqual([2_000]));
    expect(server.requests).toHaveLength(2);
  });

  it('drops events beyond the limits, per webhook', async () => {
    const server = await startHttpServer(() => {});
    const { logger, lines } = createLogSink();
    const { outbox, store } = await startOutbox(setup(), logger);
    await outbox.add(
      Array.from({ length: 1_001 }, (_, index) => event(server.baseUrl, `${index}`)),
    );
    expect(lines.join('')).toContain('"dropped":1');
    const other = await startHttpServer((response) => sendJson(response, {}));
    await outbox.add([event(other.baseUrl, 'other')]);
    await vi.waitFor(() => expect(other.requests).toHaveLength(1));
    expect(await store.first(server.baseUrl)).toMatchObject({ body: '0' });
  });

  it.each([200, 201, 500])(
    'sends a one-shot event only once if it is answered %d',
    async (status) => {
      const server = await startHttpServer((response) => sendJson(response, {}, { status }));
      const { logger, lines } = createLogSink('warn');
      const { outbox } = await startOutbox(setup(), logger);
      await outbox.add([
        event(server.baseUrl, '1', { delivery: 'once' }),
        event(server.baseUrl, '2', { delivery: 'once' }),
      ]);
      await vi.waitFor(() => expect(server.requests).toHaveLength(2));
      expect(server.requests.map(({ body }) => body)).toEqual(['1', '2']);
      // Success is exactly 200. When the second event arrives, the first is settled.
      const failures = lines.filter((line) => line.includes('"eventId":1'));
      expect(failures).toHaveLength(status === 200 ? 0 : 1);
    },
  );

  it('does not send a one-shot event again after a crash', async () => {
    const server = await startHttpServer(() => {});
    const env = setup();
    const killed = await startOutbox(env);
    await killed.outbox.add([
      event(server.baseUrl, '1', { delivery: 'once' }),
      event(server.baseUrl, '2', { delivery: 'once' }),
    ]);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await startOutbox({ ...env, clock: createFakeClock() });
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    expect(server.requests.map(({ body }) => body)).toEqual(['1', '2']);
  });

  it('logs the host of a webhook, not its path', async () => {
    const server = await startHttpServer((response) => sendJson(response, {}, { status: 500 }));
    const { logger, lines } = createLogSink();
    const { outbox } = await startOutbox(setup(), logger);
    await outbox.add([event(`${server.baseUrl}/secret-token`, 'secret-body')]);
    await vi.waitFor(() => expect(lines.join('')).toContain('status 500'));
    expect(lines.join('')).toContain(new URL(server.baseUrl).host);
    expect(lines.join('')).not.toContain('secret');
  });
});

describe('the delay before a retry', () => {
  it.each([
    [1, 0, 1_000],
    [1, 1, 500],
    [4, 0, 8_000],
    [11, 0, 600_000],
    [1_000, 0, 600_000],
    [1_000, 1, 300_000],
  ])('after attempt %d with random value %d is %d ms', (attempts, chance, delayMs) => {
    expect(redeliveryDelayMs(attempts, () => chance)).toBe(delayMs);
  });
});
