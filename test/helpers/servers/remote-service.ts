import type { HarnessService } from '../../../scripts/demo/harness.ts';
import { sendJson, startHttpServer, type ReceivedRequest } from '../http-server.ts';

/** A response, or none. */
export type ScriptedResponse =
  | { readonly status?: number; readonly body: unknown }
  | 'silence'
  | 'hang up';

export interface RemoteService {
  /** The configuration of a bot that uses it. */
  readonly config: HarnessService;
  readonly requests: readonly ReceivedRequest[];
}

/** A remote moderation service with the test’s responses. Stops when the test ends. */
export async function startRemoteService(
  say: (request: ReceivedRequest) => ScriptedResponse,
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
