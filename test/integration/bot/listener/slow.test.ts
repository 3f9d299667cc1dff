import { expect, it, vi } from 'vitest';
import { webhookPath } from '../../../../src/bot/webhooks/acceptance/webhooks.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { drip, openSocket } from '../../../helpers/servers/raw-socket.ts';
import { createDeferred } from '../../../helpers/deferred.ts';
import {
  keywordAlert,
  errorBody,
  startListener,
  TOKEN,
  type StartedListener,
} from './start-listener.ts';

const TOO_LONG = 'The request took too long to arrive.';

function startWithLimits(limits: object = {}): Promise<StartedListener> {
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

async function expectAlive(listener: StartedListener): Promise<void> {
  expect((await listener.post(keywordAlert())).status).toBe(200);
}

const head = (length: number) =>
  `POST ${webhookPath(TOKEN)} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
  `content-length: ${length}\r\n\r\n`;

it('ends a request whose headers trickle in, even if the sender continues', async () => {
  const listener = await startWithLimits();
  const raw = await openSocket(listener.url);
  raw.socket.write(`POST ${webhookPath(TOKEN)} HTTP/1.1\r\nx: `);
  drip(raw, 'a');
  const text = await raw.closed;
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toEqual(errorBody(TOO_LONG));
  expect(listener.lines.join()).toContain(TOO_LONG);
  await expectAlive(listener);
});

it('ends a request whose body trickles in, even if the sender continues', async () => {
  // No idle timeout, which every byte would reset; the headers timeout no longer applies.
  const listener = await startWithLimits({ headersTimeoutMs: 500, connectionTimeoutMs: 0 });
  const raw = await openSocket(listener.url);
  raw.socket.write(head(100_000));
  drip(raw, ' ');
  expect(await raw.closed).toMatch(/^HTTP\/1\.1 408 /);
  expect(listener.accepted).toEqual([]);
  await expectAlive(listener);
});

it('ends a slow body after responding', async () => {
  const listener = await startWithLimits();
  const raw = await openSocket(listener.url);
  raw.socket.write(head(100_000).replace(TOKEN, 'wrong'));
  drip(raw, ' ');
  expect(await raw.closed).toMatch(/^HTTP\/1\.1 404 /);
  await expectAlive(listener);
});

it('closes a silent connection', async () => {
  const listener = await startWithLimits();
  const { ended } = await openSocket(listener.url);
  expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
  await expectAlive(listener);
});

it('closes an idle kept-alive connection', async () => {
  const listener = await startWithLimits({ keepAliveTimeoutMs: 50 });
  const raw = await openSocket(listener.url);
  raw.socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
  expect(await raw.ended).toMatch(/^HTTP\/1\.1 200 /);
});

it('closes a connection after its maximum number of requests', async () => {
  const listener = await startWithLimits({ maxRequestsPerSocket: 2 });
  const raw = await openSocket(listener.url);
  const request = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';
  raw.socket.write(request);
  await vi.waitFor(() => expect(raw.received()).toMatch(/connection: keep-alive/i));
  expect(raw.received()).not.toMatch(/connection: close/i);
  raw.socket.write(request);
  await vi.waitFor(() => expect(raw.received()).toMatch(/connection: close/i));
});

it.each([{ maxConnections: 2 }, { maxConnectionsPerAddress: 2 }])(
  'closes the oldest idle connection above a limit (%o)',
  async (limits) => {
    const listener = await startWithLimits({ ...limits, headersTimeoutMs: 0, requestTimeoutMs: 0 });
    const first = await openSocket(listener.url);
    const second = await openSocket(listener.url);
    const third = await openSocket(listener.url);
    expect(await first.ended).toBe('');
    for (const { socket, received } of [second, third]) {
      socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
      await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 200 /));
    }
  },
);

it('closes the newest connection above a limit when all others are busy', async () => {
  const stored = createDeferred<'stored'>();
  const listener = await startListener({
    clock: systemClock,
    limits: { maxConnectionsPerAddress: 2 },
    accept: () => stored.promise,
  });
  const busy = [listener.post(keywordAlert()), listener.post(keywordAlert({ time: Date.now() }))];
  await vi.waitFor(async () => {
    const raw = await openSocket(listener.url);
    await Promise.race([raw.ended, new Promise((_resolve, reject) => setTimeout(reject, 200))]);
  });
  stored.resolve('stored');
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual([200, 200]);
});

it('stays reachable while 1,500 idle connections are opened', async () => {
  const listener = await startListener({ clock: systemClock });
  for (let batch = 0; batch < 15; batch += 1) {
    await Promise.all(Array.from({ length: 100 }, () => openSocket(listener.url)));
  }
  expect((await fetch(`${listener.url}/healthz`)).status).toBe(200);
  await expectAlive(listener);
  const warnings = listener.lines.filter((line) => line.includes('too many connections'));
  expect(warnings).toHaveLength(1);
});

it('stops promptly despite an endless request and a silent connection', async () => {
  const listener = await startWithLimits({ headersTimeoutMs: 0, requestTimeoutMs: 0 });
  await openSocket(listener.url);
  const raw = await openSocket(listener.url);
  raw.socket.write(head(10));
  await listener.stop();
  expect(await raw.ended).toBe('');
});

it('responds to an event in progress when it stops', async () => {
  const stored = createDeferred<'stored'>();
  const began = createDeferred();
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
