import { expect, it, vi } from 'vitest';
import { webhookPath } from '../../src/http/webhooks.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { drip, openSocket } from '../helpers/raw-socket.ts';
import {
  deferred,
  keywordAlert,
  refused,
  startListener,
  TOKEN,
  type Started,
} from './start-listener.ts';

const TOO_LONG = 'The request took too long to arrive.';

function impatient(limits: object = {}): Promise<Started> {
  return startListener({
    clock: systemClock,
    limits: {
      headersTimeoutMs: 400,
      requestTimeoutMs: 800,
      timeoutCheckIntervalMs: 20,
      ...limits,
    },
  });
}

async function expectAlive(listener: Started): Promise<void> {
  expect((await listener.post(keywordAlert())).status).toBe(200);
}

const head = (length: number) =>
  `POST ${webhookPath(TOKEN)} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
  `content-length: ${length}\r\n\r\n`;

it('ends a request whose headers trickle in, even if its sender goes on', async () => {
  const listener = await impatient();
  const raw = await openSocket(listener.url);
  raw.socket.write(`POST ${webhookPath(TOKEN)} HTTP/1.1\r\nx: `);
  drip(raw, 'a');
  const text = await raw.closed;
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toEqual(refused(TOO_LONG));
  expect(listener.lines.join()).toContain(TOO_LONG);
  await expectAlive(listener);
});

it('ends a request whose body trickles in, even if its sender goes on', async () => {
  // Without the idle timeout, which every byte resets, and with one for headers that has been met.
  const listener = await impatient({ headersTimeoutMs: 500, connectionTimeoutMs: 0 });
  const raw = await openSocket(listener.url);
  raw.socket.write(head(100_000));
  drip(raw, ' ');
  expect(await raw.closed).toMatch(/^HTTP\/1\.1 408 /);
  expect(listener.accepted).toEqual([]);
  await expectAlive(listener);
});

it('ends a slow body for which it has answered already', async () => {
  const listener = await impatient();
  const raw = await openSocket(listener.url);
  raw.socket.write(head(100_000).replace(TOKEN, 'wrong'));
  drip(raw, ' ');
  expect(await raw.closed).toMatch(/^HTTP\/1\.1 404 /);
  await expectAlive(listener);
});

it('ends a connection that says nothing', async () => {
  const listener = await impatient();
  const { ended } = await openSocket(listener.url);
  expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
  await expectAlive(listener);
});

it('ends a connection that is kept alive for nothing', async () => {
  const listener = await impatient({ keepAliveTimeoutMs: 50 });
  const raw = await openSocket(listener.url);
  raw.socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
  expect(await raw.ended).toMatch(/^HTTP\/1\.1 200 /);
});

it('asks the other end to open a new connection after so many requests', async () => {
  const listener = await impatient({ maxRequestsPerSocket: 2 });
  const raw = await openSocket(listener.url);
  const request = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';
  raw.socket.write(request);
  await vi.waitFor(() => expect(raw.received()).toMatch(/connection: keep-alive/i));
  expect(raw.received()).not.toMatch(/connection: close/i);
  raw.socket.write(request);
  await vi.waitFor(() => expect(raw.received()).toMatch(/connection: close/i));
});

it('closes connections beyond its limit, and takes new ones when others have ended', async () => {
  const listener = await impatient({ maxConnections: 2, headersTimeoutMs: 0, requestTimeoutMs: 0 });
  const first = await openSocket(listener.url);
  await openSocket(listener.url);
  const third = await openSocket(listener.url);
  expect(await third.ended).toBe('');
  first.socket.destroy();
  await vi.waitFor(() => expectAlive(listener), 5000);
});

it('stops soon although a request never ends and a connection says nothing', async () => {
  const listener = await impatient({ headersTimeoutMs: 0, requestTimeoutMs: 0 });
  await openSocket(listener.url);
  const raw = await openSocket(listener.url);
  raw.socket.write(head(10));
  await listener.stop();
  expect(await raw.ended).toBe('');
});

it('answers the event under way when it stops', async () => {
  const stored = deferred<'stored'>();
  const began = deferred<void>();
  const accept = () => {
    began.resolve();
    return stored.promise;
  };
  const listener = await startListener({ clock: systemClock, accept });
  const answer = listener.post(keywordAlert());
  await began.promise;
  const stopped = listener.stop();
  stored.resolve('stored');
  expect((await answer).status).toBe(200);
  await stopped;
});
