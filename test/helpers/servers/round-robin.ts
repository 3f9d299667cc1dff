import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { portOf } from './port-of.ts';

/** A load balancer that passes each request to the next of several servers. */
export interface RoundRobin {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Hooks around each request. */
export interface Around {
  before(request: IncomingMessage): Promise<void>;
  after(request: IncomingMessage): Promise<void>;
}

export async function startRoundRobin(
  upstreams: readonly string[],
  { before, after }: Around,
): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const upstream = upstreams[turn % upstreams.length];
    turn += 1;
    await before(request);
    const { method, headers, url } = request;
    const passed = httpRequest(`${upstream}${url}`, { method, headers, agent });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
    // The event has a single argument.
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    await after(request);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
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
