import { expect, it } from 'vitest';
import {
  ClientError,
  ConnectionError,
  InvalidResponseError,
  StatusError,
  TimeoutError,
} from '../../../../src/service-api/client/errors.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { sendJson, startHttpServer, type Handler } from '../../../helpers/http-server.ts';
import { ONCE, REPEATABLE, act } from './operations.ts';
import { unusedUrl, pass, refusal, rejection, startClient, until } from './setup.ts';

async function start(handler: Handler, limits = {}) {
  const server = await startHttpServer(handler);
  const clock = createFakeClock();
  const { baseUrl } = server;
  const client = startClient({ baseUrl, consoleUrl: baseUrl, clock, limits });
  return { server, clock, client };
}

const unavailable: Handler = (response) => sendJson(response, refusal('no'), { status: 503 });

it.each(REPEATABLE)('retries %s', async (_what, operation) => {
  const { server, clock, client } = await start(unavailable);
  const call = rejection(operation(client), StatusError);
  await pass(clock, 100);
  await pass(clock, 200);
  await call;
  expect(server.requests).toHaveLength(3);
});

it.each(ONCE)('does not retry %s', async (_what, operation) => {
  const { server, client } = await start(unavailable);
  await rejection(operation(client), StatusError);
  expect(server.requests).toHaveLength(1);
});

const failures: [string, Handler][] = [
  ['a 429', (response) => sendJson(response, refusal('no'), { status: 429 })],
  ['a 500', (response) => response.writeHead(500).end()],
  ['a closed connection', (response) => response.destroy()],
  [
    'a truncated response',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '700' });
      response.write('{"api":', () => response.socket?.resetAndDestroy());
    },
  ],
  [
    'an HTML page',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
  ],
];

it.each(failures)('sends an action once if the response is %s', async (_what, handler) => {
  const { server, clock, client } = await start(handler);
  await rejection(act(client), ClientError);
  expect(server.requests).toHaveLength(1);
  await until(() => expect(clock.pending()).toEqual([]));
});

it('sends an action once if there is no response', async () => {
  const { server, clock, client } = await start(() => {});
  const call = rejection(act(client), TimeoutError);
  await until(() => expect(server.requests).toHaveLength(1));
  await pass(clock, 30_000);
  await call;
  expect(server.requests).toHaveLength(1);
});

it('retries an action if no connection was made, and reports it as never sent', async () => {
  const consoleUrl = await unusedUrl();
  const clock = createFakeClock();
  const client = startClient({ baseUrl: consoleUrl, consoleUrl, clock });

  const call = rejection(act(client), ConnectionError);
  await pass(clock, 100);
  await pass(clock, 200);

  expect((await call).neverSent).toBe(true);
});

it('does not report an action as never sent if the connection was closed', async () => {
  const { client } = await start((response) => response.destroy());
  expect((await rejection(act(client), ConnectionError)).neverSent).toBe(false);
});

it.each([
  ['a 204', (response) => response.writeHead(204).end()],
  ['an empty body', (response) => response.writeHead(200).end()],
] satisfies [string, Handler][])(
  'treats %s as invalid if the interface documents a response',
  async (_what, handler) => {
    const { client } = await start(handler, { maxTries: 1 });
    for (const call of [client.statistics.lifetime(), client.stream.status('c')]) {
      expect((await rejection(call, InvalidResponseError)).message).toMatch(/the body is empty$/);
    }
  },
);
