import { describe, expect, it } from 'vitest';
import { ClientError, TimeoutError } from '../../../../src/service-api/client/errors.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { startHttpServer, type Handler } from '../../../helpers/http-server.ts';
import { ONCE, REPEATABLE } from './operations.ts';
import { pass, rejection, startClient, until } from './setup.ts';

const SECRET_TEXT = 'a-secret-of-the-body';
const PAGE = `<html><body>${SECRET_TEXT}</body></html>`;

const answer =
  (status: number, type: string, body: string): Handler =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

/** The interface documents no response for these, so an empty one is a success. */
const MAY_BE_EMPTY = new Set([
  'enabling',
  'adding a keyword',
  'removing a keyword',
  'settings',
  'enabling the secret',
  'starting a session',
  'an action',
]);
const OPERATIONS = [...REPEATABLE, ...ONCE];

async function start(handler: Handler) {
  const server = await startHttpServer(handler);
  const clock = createFakeClock();
  const limits = { maxTries: 1, responseBytes: 4_096 };
  const { baseUrl } = server;
  const client = startClient({ baseUrl, consoleUrl: baseUrl, clock, limits });
  return { server, clock, client };
}

describe.each(OPERATIONS)('the client, %s', (name, operation) => {
  it.each([
    ['an HTML page', 'client_invalid_response', answer(200, 'text/html', PAGE)],
    ['HTML labelled as JSON', 'client_invalid_response', answer(200, 'application/json', PAGE)],
    ['JSON labelled as an image', 'client_invalid_response', answer(200, 'image/png', '{}')],
    ['truncated JSON', 'client_invalid_response', answer(200, 'application/json', '{"api":"')],
    [
      'more than the size limit',
      'client_invalid_response',
      answer(200, 'application/json', JSON.stringify(SECRET_TEXT.repeat(1_000))),
    ],
    ['an error page', 'client_status', answer(502, 'text/html', PAGE)],
    ['an empty error', 'client_status', answer(500, 'application/json', '')],
    [
      'a truncated body',
      'client_connection',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '700' });
        response.write('{"api":', () => response.socket?.resetAndDestroy());
      },
    ],
  ] satisfies [string, string, Handler][])(
    'rejects %s with %s, without quoting it',
    async (_what, code, handler) => {
      const { server, client } = await start(handler);
      const error = await rejection(operation(client), ClientError);
      expect(error).toHaveProperty('code', code);
      expect(`${error.stack} ${String(error.cause)}`).not.toContain(SECRET_TEXT);
      expect(server.requests).toHaveLength(1);
    },
  );

  const with204 = MAY_BE_EMPTY.has(name) ? 'a success' : 'client_invalid_response';
  it(`treats a 204 as ${with204}`, async () => {
    const { client } = await start((response) => response.writeHead(204).end());
    const outcome = await operation(client).then(
      () => 'a success',
      (error: unknown) => (error instanceof ClientError ? error.code : error),
    );
    expect(outcome).toBe(with204);
  });

  it('times out an endless response', async () => {
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
