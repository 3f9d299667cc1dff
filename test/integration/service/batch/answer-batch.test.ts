import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { fastify } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addBatchRoutes, type BatchDeps } from '../../../../src/service/batch/routes.ts';
import { BatchError } from '../../../../src/service/batch/worker-pool.ts';
import { createAccounts, hashKey } from '../../../../src/service/server/accounts.ts';
import { createRateLimit } from '../../../../src/service/server/rate-limit.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { portOf } from '../../../helpers/servers/port-of.ts';

/* The route with a pool that answers each line with itself, and a clock that stands still. */

const KEY = 'a-key-for-the-tests';
const IDLE_TIMEOUT_MS = 100;
const echo: BatchDeps['pool'] = {
  size: 1,
  answer: async (lines) => lines,
  close: async () => undefined,
};

async function start({ pool = echo, perSecond = 0, connectionTimeout = 0 } = {}) {
  const clock = createFakeClock();
  const { logger, lines: logged } = createLogSink('warn');
  const accounts = createAccounts({});
  accounts.take([{ account: 'partner', keyHash: hashKey(KEY) }]);
  const limit = createRateLimit(perSecond, clock);
  const app = fastify({ connectionTimeout, forceCloseConnections: true });
  app.decorateRequest('account', '');
  const metrics = { commentsScored: () => undefined };
  addBatchRoutes(app, { accounts, pool, limit, metrics, clock, logger });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${portOf(app.server)}/comments:analyzeBatch?key=${KEY}`;
  const open = (): ClientRequest => {
    const headers = { 'content-type': 'application/x-ndjson' };
    return request(url, { method: 'POST', headers }).on('error', () => undefined);
  };
  return { open, accounts, clock, logged };
}

const closeOf = (answer: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    answer.on('error', () => undefined).once('close', resolve);
  });

/** What was answered, and whether the answer is complete. */
async function answerOf(sent: ClientRequest): Promise<{ text: string; isComplete: boolean }> {
  const [answer] = await once(sent, 'response');
  let text = '';
  answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await closeOf(answer);
  return { text, isComplete: answer.complete };
}

it('logs why a batch failed, and cuts its answers off', async () => {
  let jobs = 0;
  const answer = async (lines: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
    jobs += 1;
    if (jobs === 1) return lines;
    throw new BatchError('a worker crashed');
  };
  const { open, logged } = await start({ pool: { ...echo, answer } });
  const sent = open();
  sent.write('1\n');
  const [response] = await once(sent, 'response');
  const closed = closeOf(response);
  response.resume();
  sent.write('2\n');
  await closed;
  expect(response.complete).toBe(false);
  expect(logged.join('')).toContain('a worker crashed');
});

it('logs nothing when the caller goes away', async () => {
  const { open, logged } = await start();
  const sent = open();
  sent.write('1\n');
  const [response] = await once(sent, 'response');
  const closed = closeOf(response);
  sent.destroy();
  await closed;
  const next = open();
  next.end('2\n');
  expect((await answerOf(next)).text).toBe('2\n');
  expect(logged).toEqual([]);
});

it('keeps the connection of a batch that waits for permits', async () => {
  const { open, clock } = await start({ perSecond: 1, connectionTimeout: IDLE_TIMEOUT_MS });
  const sent = open();
  sent.end('1\n2\n3\n4\n');
  const answered = answerOf(sent);
  await vi.waitFor(() => expect(clock.pending()).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 3 * IDLE_TIMEOUT_MS));
  clock.advance(1_000);
  await vi.waitFor(() => expect(clock.pending()).toHaveLength(1));
  clock.advance(1_000);
  expect(await answered).toEqual({ text: '1\n2\n3\n4\n', isComplete: true });
});

it('stops waiting for permits when the caller goes away', async () => {
  const { open, clock } = await start({ perSecond: 1 });
  const sent = open();
  sent.end('1\n2\n3\n');
  await vi.waitFor(() => expect(clock.pending()).toHaveLength(1));
  sent.destroy();
  await vi.waitFor(() => expect(clock.pending()).toEqual([]));
});

it('cuts off a batch whose key is revoked', async () => {
  const { open, accounts } = await start();
  const sent = open();
  sent.write('1\n');
  const answered = answerOf(sent);
  await once(sent, 'response');
  accounts.take([]);
  sent.write('2\n');
  expect(await answered).toEqual({ text: '1\n', isComplete: false });
});

it('cuts off a batch whose key is revoked while it waits for permits', async () => {
  const { open, accounts, clock } = await start({ perSecond: 1 });
  const sent = open();
  sent.end('1\n2\n3\n');
  const answered = answerOf(sent);
  await vi.waitFor(() => expect(clock.pending()).toHaveLength(1));
  accounts.take([]);
  clock.advance(1_000);
  expect((await answered).isComplete).toBe(false);
});

it('says of a line that is too long that it is, and answers the next', async () => {
  const { open } = await start();
  const sent = open();
  sent.end(`1\n${'x'.repeat(1_400_000)}\n3\n`);
  const { text, isComplete } = await answerOf(sent);
  expect(isComplete).toBe(true);
  const [first, second = '', third] = text.split('\n');
  expect([first, third]).toEqual(['1', '3']);
  expect(JSON.parse(second)).toMatchObject({ error: { code: 413 } });
});
