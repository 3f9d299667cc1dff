import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer that passes each request to the next of several servers. */
export interface RoundRobin {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** `before` and `after` run around each request. */
export async function startRoundRobin(
  upstreams: readonly string[],
  {
    before,
    after,
  }: {
    before: (request: IncomingMessage) => Promise<void>;
    after: (request: IncomingMessage) => Promise<void>;
  },
): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((request, response) => {
    const upstream = upstreams[turn % upstreams.length];
    turn += 1;
    request.on('error', () => response.destroy());
    before(request)
      .then(() => {
        const { method, headers, url } = request;
        const passed = httpRequest(`${upstream}${url}`, { method, headers, agent });
        passed.on('error', () => response.destroy());
        passed.on('response', (answer) => {
          after(request)
            .then(() => {
              response.writeHead(answer.statusCode ?? 502, answer.headers);
              answer.pipe(response);
            })
            .catch(() => response.destroy());
        });
        request.pipe(passed);
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; the type also covers pipes.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
