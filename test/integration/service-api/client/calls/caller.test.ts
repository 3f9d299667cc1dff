import type { Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createModerationClient } from '../../../../../src/service-api/client/client.ts';
import {
  CircuitOpenError,
  ConnectionError,
  StatusError,
  TimeoutError,
  type ClientError,
} from '../../../../../src/service-api/client/errors.ts';
import { createFakeClock, type FakeClock } from '../../../../helpers/fake-clock.ts';
import { sendJson, startHttpServer, type Handler } from '../../../../helpers/http-server.ts';
import {
  unusedUrl,
  ENVELOPE,
  sequence,
  pass,
  refusal,
  rejection,
  startClient,
  until,
} from '../setup.ts';

const answer: Handler = (response) => sendJson(response, ENVELOPE);
const hang: Handler = () => {};
const hangUp: Handler = (response) => response.destroy();
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (response) =>
    sendJson(response, refusal('no'), { status: code, headers });

/** Sends headers and half a body, then ends the socket with `end`. */
const halfABody =
  (end: (socket: Socket) => void): Handler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '700' });
    response.write('{"api":', () => {
      if (response.socket) end(response.socket);
    });
  };

async function start(handler: Handler, limits = {}) {
  const server = await startHttpServer(handler);
  const clock = createFakeClock();
  const client = startClient({ baseUrl: server.baseUrl, clock, limits });
  const moderate = (signal?: AbortSignal) => client.text.moderate('hello', undefined, { signal });
  return { server, clock, client, moderate };
}

// Two, because undici frees a socket only after its call has resolved.
it('reuses two kept-alive connections for sequential calls', async () => {
  const { server, moderate } = await start(answer);
  for (let index = 0; index < 20; index += 1) await moderate();
  expect(server.requests).toHaveLength(20);
  expect(server.sockets.length).toBeLessThanOrEqual(2);
});

it('never opens more connections than its limit', async () => {
  const { server, moderate } = await start(answer, { connections: 3 });
  await Promise.all(Array.from({ length: 30 }, () => moderate()));
  expect(server.requests).toHaveLength(30);
  expect(server.sockets).toHaveLength(3);
});

it('leaves no timer after a call', async () => {
  const { clock, moderate } = await start(sequence(answer, status(400)));
  await moderate();
  await rejection(moderate(), StatusError);
  await until(() => expect(clock.pending()).toEqual([]));
});

it.each([
  ['the connection was closed', hangUp],
  ['the connection was reset in the middle of the body', halfABody((s) => s.resetAndDestroy())],
  ['the connection was closed in the middle of the body', halfABody((s) => s.end())],
  ['the response was 429', status(429)],
  ['the response was 500', status(500)],
  ['the response was 503', status(503)],
  ['the response was 200 with HTML', (response) => response.writeHead(200).end('<p>Hi</p>')],
  ['the response was 200 with unexpected JSON', (response) => sendJson(response, { a: 1 })],
  ['the response was 204', (response) => response.writeHead(204).end()],
] satisfies [string, Handler][])('retries when %s', async (_what, failing) => {
  const { server, clock, moderate } = await start(sequence(failing, answer));
  const call = moderate();
  await pass(clock, 100);
  expect(await call).toEqual(ENVELOPE);
  expect(server.requests).toHaveLength(2);
  expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
});

it('retries when an attempt timed out', async () => {
  const { server, clock, moderate } = await start(sequence(hang, answer));
  const call = moderate();
  await until(() => expect(server.requests).toHaveLength(1));
  await pass(clock, 5_000);
  await pass(clock, 100);
  expect(await call).toEqual(ENVELOPE);
});

it('lets many calls wait for their next try without a warning of a leak', async () => {
  const warned = vi.fn<(warning: Error) => void>();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const { clock, client, moderate } = await start(status(429));
  const calls = Promise.allSettled(Array.from({ length: 20 }, () => moderate()));
  // Attempts have longer timers than the pauses between them.
  await until(() => expect(clock.pending().filter((ms) => ms < 1_000)).toHaveLength(20));
  await client.close();
  await calls;
  expect(warned).not.toHaveBeenCalled();
});

it('gives up after three attempts, with a longer pause before the third', async () => {
  const { server, clock, moderate } = await start(status(500));
  const call = rejection(moderate(), StatusError);
  await pass(clock, 100);
  await pass(clock, 200);
  expect((await call).status).toBe(500);
  expect(server.requests).toHaveLength(3);
});

it.each([400, 401, 404, 408, 422])('does not retry after a %i', async (code) => {
  const { server, moderate } = await start(status(code));
  await rejection(moderate(), StatusError);
  expect(server.requests).toHaveLength(1);
});

it('reports a broken connection with its cause', async () => {
  const { clock, moderate } = await start(halfABody((socket) => socket.resetAndDestroy()));
  const call = rejection(moderate(), ConnectionError);
  await pass(clock, 100);
  await pass(clock, 200);
  const error = await call;
  expect(error).toMatchObject({
    code: 'client_connection',
    availability: 'unavailable',
    retryAfterMs: null,
  });
  expect(error.message).toMatch(/^POST \/text\/moderation: the connection failed \([A-Z_]+\)$/);
  expect(error.cause).toBeInstanceOf(Error);
});

it('reports a refused connection', async () => {
  const clock = createFakeClock();
  const { text } = startClient({
    baseUrl: await unusedUrl(),
    clock,
    limits: { maxTries: 1 },
  });
  const error = await rejection(text.moderate('hello'), ConnectionError);
  expect(error.message).toBe('POST /text/moderation: the connection failed (ECONNREFUSED)');
});

it.each([
  ['before the headers', hang],
  [
    'in the middle of the body',
    ((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"api":');
    }) satisfies Handler,
  ],
])('times out an attempt that hangs %s and closes its connection', async (_where, hanging) => {
  const { server, clock, moderate } = await start(hanging, { maxTries: 1 });
  const call = rejection(moderate(), TimeoutError);
  await until(() => expect(server.requests).toHaveLength(1));
  await pass(clock, 5_000);
  expect(await call).toMatchObject({
    code: 'client_timeout',
    availability: 'unavailable',
    timeoutMs: 5_000,
    message: 'POST /text/moderation: no response within 5000 ms',
  });
  await until(() => expect(server.sockets[0]?.destroyed).toBe(true));
});

it('times out an attempt that is waiting for a connection', async () => {
  const { server, clock, moderate } = await start(hang, { connections: 1, maxTries: 1 });
  const first = rejection(moderate(), TimeoutError);
  await until(() => expect(server.requests).toHaveLength(1));
  clock.advance(1);
  const controller = new AbortController();
  const queued = moderate(controller.signal);
  controller.abort(new Error('no longer wanted'));

  await expect(queued).rejects.toThrow('no longer wanted');
  clock.advance(5_000);
  await first;
  expect(server.requests).toHaveLength(1);
});

it('shortens the last attempt to the remaining time of the call', async () => {
  const { server, clock, moderate } = await start(hang, { callMs: 8_000 });
  const call = rejection(moderate(), TimeoutError);
  await until(() => expect(server.requests).toHaveLength(1));
  await pass(clock, 5_000);
  await pass(clock, 100);
  await until(() => expect(server.requests).toHaveLength(2));
  await pass(clock, 2_900);
  expect((await call).timeoutMs).toBe(2_900);
  expect(server.requests).toHaveLength(2);
});

it('makes no further attempt after the deadline', async () => {
  const { server, clock, moderate } = await start(status(500));
  const call = rejection(moderate(), StatusError);
  await pass(clock, 100, 15_000);
  expect((await call).status).toBe(500);
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['seconds', () => '3', 3_000],
  ['an HTTP date', (clock: FakeClock) => new Date(clock.now() + 9_000).toUTCString(), 9_000],
])('waits as long as a Retry-After in %s says', async (_form, header, delayMs) => {
  const handlers = { failing: status(500) };
  const { server, clock, moderate } = await start(
    sequence((response, index) => handlers.failing(response, index), answer),
  );
  handlers.failing = status(429, { 'retry-after': header(clock) });
  const call = moderate();
  await pass(clock, delayMs + 100);
  expect(await call).toEqual(ENVELOPE);
  expect(server.requests).toHaveLength(2);
});

it('fails at once if Retry-After exceeds the deadline of the call', async () => {
  const { server, clock, moderate } = await start(status(503, { 'retry-after': '15' }));
  const error = await rejection(moderate(), StatusError);
  expect(error).toMatchObject({ status: 503, retryAfterMs: 15_000, serviceMessage: 'no' });
  expect(server.requests).toHaveLength(1);
  expect(clock.pending()).toEqual([]);
});

it('compares Retry-After with the time that earlier attempts left', async () => {
  const { server, clock, moderate } = await start(
    sequence(hang, status(429, { 'retry-after': '10' }), answer),
  );
  const call = rejection(moderate(), StatusError);
  await until(() => expect(server.requests).toHaveLength(1));
  await pass(clock, 5_000);
  await pass(clock, 100);
  expect((await call).retryAfterMs).toBe(10_000);
  expect(server.requests).toHaveLength(2);
});

it('sends nothing if the signal is aborted', async () => {
  const { server, moderate } = await start(answer);
  await expect(moderate(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(server.requests).toHaveLength(0);
  expect(server.sockets).toHaveLength(0);
});

it('rejects with the reason of a signal aborted during an attempt, and does not retry', async () => {
  const { server, clock, moderate } = await start(hang);
  const controller = new AbortController();
  const reason = new Error('the message was deleted');
  const call = moderate(controller.signal);
  await until(() => expect(server.requests).toHaveLength(1));
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
  expect(clock.pending()).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

it('rejects with the reason of a signal aborted between attempts', async () => {
  const { server, clock, moderate } = await start(status(500));
  const controller = new AbortController();
  const call = moderate(controller.signal);
  await until(() => expect(clock.pending()).toEqual([100]));
  controller.abort('enough');
  await expect(call).rejects.toBe('enough');
  expect(clock.pending()).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

it('leaves no listener on the caller’s signal', async () => {
  const { moderate } = await start(answer);
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  await moderate(signal);
  await until(() => expect(remove.mock.calls.length).toBe(add.mock.calls.length));
  expect(remove.mock.calls[0]?.[1]).toBe(add.mock.calls[0]?.[1]);
});

it('opens the circuit after too many failures, sends nothing, and closes it after a successful probe', async () => {
  const limits = { circuitFailures: 2, circuitWindow: 3, circuitOpenMs: 10_000, maxTries: 1 };
  const { server, clock, moderate } = await start(sequence(status(500), hangUp, answer), limits);
  await rejection(moderate(), StatusError);
  await rejection(moderate(), ConnectionError);

  const error = await rejection(moderate(), CircuitOpenError);
  expect(error).toMatchObject({
    code: 'client_circuit_open',
    availability: 'unavailable',
    retryAfterMs: 10_000,
  });
  expect(server.requests).toHaveLength(2);

  clock.advance(10_000);
  expect(await moderate()).toEqual(ENVELOPE);
  expect(await moderate()).toEqual(ENVELOPE);
});

it('ends a call with its own failure if the circuit opens during the call', async () => {
  const { server, clock, moderate } = await start(status(502), { circuitFailures: 2 });
  const call = rejection(moderate(), StatusError);
  await pass(clock, 100);
  await pass(clock, 200);
  expect((await call).status).toBe(502);
  expect(server.requests).toHaveLength(2);
});

it.each([
  ['4xx', status(400)],
  ['429', status(429)],
  ['refusals', (response) => sendJson(response, refusal('no'))],
] satisfies [string, Handler][])('never opens the circuit for %s', async (_what, failing) => {
  const { moderate } = await start(failing, { circuitFailures: 1, maxTries: 1 });
  const codes = new Set<string>();
  for (let index = 0; index < 3; index += 1) {
    const error = await moderate().catch((reason: ClientError) => reason);
    codes.add('code' in error ? String(error.code) : 'resolved');
  }
  expect([...codes]).toEqual([expect.not.stringMatching(/circuit|resolved/)]);
});

it('keeps the circuit closed while enough of the latest attempts succeed', async () => {
  const limits = { circuitFailures: 2, circuitWindow: 2, maxTries: 1 };
  const { moderate } = await start(sequence(status(500), status(400), status(500), answer), limits);
  for (let index = 0; index < 3; index += 1) await rejection(moderate(), StatusError);
  expect(await moderate()).toEqual(ENVELOPE);
});

it('does not count aborted calls as failures, for any reason', async () => {
  const { server, moderate } = await start(sequence(hang, answer), { circuitFailures: 1 });
  const controller = new AbortController();
  const call = moderate(controller.signal);
  await until(() => expect(server.requests).toHaveLength(1));
  const reason = new TimeoutError('the caller', 1);
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
  expect(await moderate()).toEqual(ENVELOPE);
});

it('fails running and later calls when closed', async () => {
  const { server, client, moderate } = await start(() => undefined);
  const call = rejection(moderate(), ConnectionError);
  await until(() => expect(server.requests).toHaveLength(1));
  await client.close();
  expect((await call).availability).toBe('unavailable');
  expect((await rejection(moderate(), ConnectionError)).availability).toBe('unavailable');
  expect(server.requests).toHaveLength(1);
  await until(() => expect(server.sockets.every((socket) => socket.destroyed)).toBe(true));
});

it('fails calls that wait for a retry when closed', async () => {
  const { server, clock, client, moderate } = await start(status(503));
  const call = rejection(moderate(), StatusError);
  await until(() => expect(clock.pending()).toEqual([100]));
  await client.close();
  expect((await call).status).toBe(503);
  expect(clock.pending()).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

it('can be closed twice', async () => {
  const { client } = await start(answer);
  await Promise.all([client.close(), client.close()]);
  await expect(client.close()).resolves.not.toThrow();
});

it('rejects a key that is invalid in a header, without quoting it', () => {
  const create = () => createModerationClient({ baseUrl: 'http://127.0.0.1', apiKey: 'secret\n' });
  expect(create).toThrow(/x-service-api-auth/);
  expect(create).not.toThrow(/secret/);
});
