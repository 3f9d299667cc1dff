import { describe, expect, it } from 'vitest';
import { encodeBody } from '../../../../../src/service-api/client/calls/body.ts';
import { createDirectTransport } from '../../../../../src/service-api/client/calls/direct-transport.ts';
import { ConnectionError, TimeoutError } from '../../../../../src/service-api/client/errors.ts';
import type { Exchange, ServiceRequest } from '../../../../../src/service-api/exchange.ts';
import { closedExchange } from '../../../../../src/service/server/direct.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';

const ANSWER = { status: 200, headers: {}, body: { done: true } };

function start(exchange: Exchange) {
  const clock = createFakeClock(0);
  const transport = createDirectTransport({ exchange, headers: ['x-key', 'k'], clock });
  const send = async (signal?: AbortSignal, value: object = { a: 1 }) =>
    transport.send({
      method: 'POST',
      path: '/a?b=c',
      headers: ['x-more', 'm'],
      body: encodeBody('POST /a', value),
      target: 'POST /a',
      timeoutMs: 50,
      signal,
    });
  return { clock, transport, send };
}

const never: Exchange = () => new Promise(() => undefined);

it('passes on the request with all headers and a bound of its size', async () => {
  const requests: ServiceRequest[] = [];
  const { send } = start((request) => {
    requests.push(request);
    return ANSWER;
  });
  await send(undefined, { text: 'é' });
  expect(requests).toEqual([
    {
      method: 'POST',
      path: '/a?b=c',
      headers: { 'x-key': 'k', 'x-more': 'm' },
      body: { text: 'é' },
      bodyBytes: expect.toSatisfy((bytes: number) => bytes >= 13 && bytes < 100),
    },
  ]);
});

it('replaces lone surrogates, as over HTTP', async () => {
  const { send } = start(({ body }) => ({ ...ANSWER, body }));
  expect((await send(undefined, { text: 'a\ud83d' })).json).toEqual({ text: 'a\ufffd' });
});

it('reads an answer that comes at once or later', async () => {
  const at = { status: 429, headers: { 'retry-after': '7' }, body: 'no' };
  const expected = { status: 429, json: 'no', retryAfter: '7', receivedAtMs: 0 };
  expect(await start(() => at).send()).toEqual(expected);
  expect(await start(() => Promise.resolve(at)).send()).toEqual(expected);
});

it('fails without having been sent while the service is stopped', async () => {
  const { send } = start(closedExchange);
  await expect(send()).rejects.toBeInstanceOf(ConnectionError);
  await expect(send()).rejects.toMatchObject({ neverSent: true });
});

it('fails like a broken connection when the service throws or rejects', async () => {
  const broken = start(() => {
    throw new Error('broken');
  });
  await expect(broken.send()).rejects.toMatchObject({ neverSent: false });
  const rejecting = start(() => Promise.reject(new Error('broken')));
  await expect(rejecting.send()).rejects.toBeInstanceOf(ConnectionError);
});

describe('an answer that does not come', () => {
  it('is waited for until the time limit', async () => {
    const { clock, send } = start(never);
    const sent = send();
    await Promise.resolve();
    clock.advance(50);
    await expect(sent).rejects.toBeInstanceOf(TimeoutError);
    expect(clock.pending()).toEqual([]);
  });

  it('is given up when the signal aborts, with its reason', async () => {
    const { clock, send } = start(never);
    const stopping = new AbortController();
    const sent = send(stopping.signal);
    stopping.abort(new Error('stopped'));
    await expect(sent).rejects.toThrow('stopped');
    expect(clock.pending()).toEqual([]);
  });

  it('is given up when the client closes, and nothing is sent afterwards', async () => {
    const { transport, send } = start(never);
    const sent = send();
    await transport.close();
    await expect(sent).rejects.toBeInstanceOf(ConnectionError);
    await expect(send()).rejects.toBeInstanceOf(ConnectionError);
  });
});
