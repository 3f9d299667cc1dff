import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../../helpers/servers/port-of.ts';
import { limitBodyTime } from '../../../../src/service/server/body-timeout.ts';
import { answerMalformedRequest } from '../../../../src/shared/malformed-request.ts';
import { refusalBody } from '../../../../src/service/server/refusal.ts';

const TIMEOUT_MS = 100;

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
  app.post('/streamed', { config: { isStreamed: true } }, async ({ body }) => {
    let length = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) length += chunk.length;
    return String(length);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return portOf(app.server);
}

/** Sends a head and half of a body, and the rest after three timeouts if the connection still stands. */
async function sendSlowly(port: number, path: string, type: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 4\r\nconnection: close\r\n\r\n`;
  socket.write(`${head}{ `);
  const rest = setTimeout(() => socket.write(' }'), 3 * TIMEOUT_MS);
  await once(socket, 'close');
  clearTimeout(rest);
  return answer;
}

it('answers an ordinary request whose body takes too long with 408', async () => {
  expect(await sendSlowly(await start(), '/ordinary', 'application/json')).toContain(' 408 ');
});

it('lets a streamed body take longer', async () => {
  const answer = await sendSlowly(await start(), '/streamed', 'application/x-ndjson');
  expect(answer).toContain(' 200 ');
  expect(answer).toMatch(/\r\n\r\n4$/);
});
