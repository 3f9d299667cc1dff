import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { Agent, request as send } from 'undici';
import { portOf } from './port-of.ts';

/** Passes requests on to servers in turn, like a load balancer. Resolves to its URL; stops when the test ends. */
export async function startBalancer(targets: readonly string[]): Promise<string> {
  const dispatcher = new Agent();
  let next = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const target = targets[next++ % targets.length] ?? '';
    const { host: _, connection: _connection, ...headers } = request.headers;
    const answer = await send(`${target}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers,
      body: body.length > 0 ? body : null,
      dispatcher,
    });
    response.writeHead(answer.statusCode, answer.headers);
    response.end(await buffer(answer.body));
  }

  const server = createServer((request, response) => {
    // Fails when one of the two ends of the connection is gone.
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await dispatcher.destroy();
  });
  const port = portOf(server);
  return `http://127.0.0.1:${port}`;
}
