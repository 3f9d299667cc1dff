import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { portOf } from './servers/port-of.ts';

/** A request with its body. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpServer {
  baseUrl: string;
  /** In order of arrival. */
  requests: readonly ReceivedRequest[];
  /** Every connection so far. */
  sockets: readonly Socket[];
}

/** Answers a request; `index` counts them from 0. It may leave the response open. */
export type Handler = (response: ServerResponse, index: number) => void;

/** A server on a free loopback port. Stops when the calling test ends. */
export async function startHttpServer(handler: Handler): Promise<HttpServer> {
  const requests: ReceivedRequest[] = [];
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    text(request).then(
      (body) => handler(response, requests.push({ method, url, headers, body }) - 1),
      // The client closed the connection during its request.
      () => response.destroy(),
    );
  });
  server.on('connection', (socket) => sockets.push(socket));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return { baseUrl: `http://127.0.0.1:${port}`, requests, sockets };
}

/** Answers with `value` as JSON. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
