import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify, type onRequestHookHandler } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../../helpers/servers/port-of.ts';
import { allowLongBody, limitBodyTime } from '../../../../src/service/server/body-timeout.ts';
import { answerMalformedRequest } from '../../../../src/shared/malformed-request.ts';
import { refusalBody } from '../../../../src/service/server/refusal.ts';

const TIMEOUT_MS = 100;

const refuseWithoutKey: onRequestHookHandler = ({ headers }, reply, done) => {
  if (headers['x-key'] === undefined) void reply.code(403).send('no key');
  else done();
};

async function start(): Promise<number> {
  const app = fastify({
    requestTimeout: 0,
    forceCloseConnections: true,
    clientErrorHandler: answerMalformedRequest(refusalBody),
  });
  onTestFinished(() => app.close());
  limitBodyTime(app, TIMEOUT_MS);
  app.post('/ordinary', () => 'ok');
  app.addContentTypeParser('application/x-ndjson', (_request, payload, done) =>
    done(null, payload),
  );
  app.post('/streamed', { onRequest: [refuseWithoutKey, allowLongBody] }, async ({ body }) => {
    let length = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) length += chunk.length;
    return String(length);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return portOf(app.server);
}

/** Sends a head and half of a body, and the rest after three timeouts if the connection still stands. */
async function sendSlowly(
  port: number,
  path: string,
  { type, headers = '', rest = ' }' }: { type: string; headers?: string; rest?: string },
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n${headers}\r\n`;
  socket.write(`${head}{ `);
  const later = setTimeout(() => socket.write(rest), 3 * TIMEOUT_MS);
  await once(socket, 'close');
  clearTimeout(later);
  return answer;
}

const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';

it('answers an ordinary request whose body takes too long with 408', async () => {
  const answer = await sendSlowly(await start(), '/ordinary', { type: JSON_TYPE });
  expect(answer).toContain(' 408 ');
});

it('lets a streamed body take longer', async () => {
  const headers = 'x-key: a\r\nconnection: close\r\n';
  const answer = await sendSlowly(await start(), '/streamed', { type: LINES_TYPE, headers });
  expect(answer).toContain(' 200 ');
  expect(answer).toMatch(/\r\n\r\n4$/);
});

it('closes the connection of a streamed request that was refused', async () => {
  const answer = await sendSlowly(await start(), '/streamed', { type: LINES_TYPE, rest: ' ' });
  expect(answer).toContain(' 403 ');
});
