import type { ServiceConfig } from '../../src/config/config.ts';
import { sendJson, startHttpServer, type ReceivedRequest } from './http-server.ts';

/** An answer: a body with its status, or none at all. */
export type Said = { readonly status?: number; readonly body: unknown } | 'silence' | 'hang up';

export interface RemoteService {
  /** For a bot that asks a service elsewhere. */
  readonly config: ServiceConfig;
  readonly requests: readonly ReceivedRequest[];
}

/** A moderation service elsewhere that says what the test wants, whatever it is asked. Gone with the test. */
export async function startRemoteService(
  say: (request: ReceivedRequest) => Said,
): Promise<RemoteService> {
  const server = await startHttpServer((response, index) => {
    const request = server.requests[index];
    const said = request === undefined ? 'hang up' : say(request);
    if (said === 'hang up') response.destroy();
    else if (said !== 'silence') sendJson(response, said.body, { status: said.status ?? 200 });
  });
  const { baseUrl } = server;
  return {
    config: { kind: 'remote', url: baseUrl, consoleUrl: baseUrl, apiKey: 'k' },
    requests: server.requests,
  };
}
