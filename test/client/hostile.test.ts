import { describe, expect, it } from 'vitest';
import { ClientError, TimeoutError } from '../../src/client/errors.ts';
import { createFakeClock } from '../helpers/fake-clock.ts';
import { startHttpServer, type Handler } from '../helpers/http-server.ts';
import { ONCE, REPEATED } from './operations.ts';
import { pass, rejection, startClient, until } from './setup.ts';

const SECRET_TEXT = 'a-secret-of-the-body';
const PAGE = `<html><body>${SECRET_TEXT}</body></html>`;

const answer =
  (status: number, type: string, body: string): Handler =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

/** These show no answer, so an empty one is as good as any. */
const MAY_BE_EMPTY = new Set([
  'enabling',
  'adding a keyword',
  'removing a keyword',
  'settings',
  'enabling the secret',
  'starting a session',
  'an action',
]);
const OPERATIONS = [...REPEATED, ...ONCE];

async function start(handler: Handler) {
  const server = await startHttpServer(handler);
  const clock = createFakeClock();
  const limits = { maxTries: 1, responseBytes: 4_096 };
  const { baseUrl } = server;
  const client = startClient({ baseUrl, consoleUrl: baseUrl, clock, limits });
  return { server, clock, client };
}

describe.each(OPERATIONS)('the client, at %s', (name, operation) => {
  it.each([
    ['a page', 'client_invalid_response', answer(200, 'text/html', PAGE)],
    [
      'a page that says it is JSON',
      'client_invalid_response',
      answer(200, 'application/json', PAGE),
    ],
    ['JSON that says it is a picture', 'client_invalid_response', answer(200, 'image/png', '{}')],
    [
      'JSON that breaks off',
      'client_invalid_response',
      answer(200, 'application/json', '{"api":"'),
    ],
    [
      'more than the size limit',
      'client_invalid_response',
      answer(200, 'application/json', JSON.stringify(SECRET_TEXT.repeat(1_000))),
    ],
    ['an error page', 'client_status', answer(502, 'text/html', PAGE)],
    ['an error of nothing', 'client_status', answer(500, 'application/json', '')],
    [
      'a body cut short',
      'client_connection',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '700' });
        response.write('{"api":', () => response.socket?.resetAndDestroy());
      },
    ],
  ] satisfies [string, string, Handler][])(
    'rejects %s with %s, and does not quote it',
    async (_what, code, handler) => {
      const { server, client } = await start(handler);
      const error = await rejection(operation(client), ClientError);
      expect(error).toHaveProperty('code', code);
      expect(`${error.stack} ${String(error.cause)}`).not.toContain(SECRET_TEXT);
      expect(server.requests).toHaveLength(1);
    },
  );

  const with204 = MAY_BE_EMPTY.has(name) ? 'an answer' : 'client_invalid_response';
  it(`takes a 204 for ${with204}`, async () => {
    const { client } = await start((response) => response.writeHead(204).end());
    const outcome = await operation(client).then(
      () => 'an answer',
      (error: unknown) => (error instanceof ClientError ? error.code : error),
    );
    expect(outcome).toBe(with204);
  });

  it('gives up an answer that does not come to an end', async () => {
    const { server, clock, client } = await start((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"api":');
    });
    const call = rejection(operation(client), TimeoutError);
    await until(() => expect(server.requests).toHaveLength(1));
    await pass(clock, 30_000);
    expect((await call).timeoutMs).toBe(30_000);
    await until(() => expect(server.sockets[0]?.destroyed).toBe(true));
  });
});
