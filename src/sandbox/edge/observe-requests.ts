import type { FastifyInstance } from 'fastify';
import { parseRoute, type RateLimitRoute } from './route-template.ts';

export interface ApiRequest extends Pick<RateLimitRoute, 'template' | 'majorId'> {
  /** Without the prefix of the API. */
  readonly path: string;
  /** Undefined: none, or a form with files. */
  readonly body: unknown;
  /** For the audit log. */
  readonly reason: string | null;
  readonly status: number;
  readonly isPerson: boolean;
}

/** Reports every request with its response, including responses from rate limits and faults. */
export function observeRequests(
  app: FastifyInstance,
  observe: (request: ApiRequest) => void,
): void {
  app.addHook('onSend', async (request, reply) => {
    const route = parseRoute(request.method, request.url);
    if (route === null) return;
    const { authorization, 'x-audit-log-reason': reason } = request.headers;
    observe({
      template: route.template,
      majorId: route.majorId,
      path: route.path,
      body: request.body ?? undefined,
      reason: typeof reason === 'string' ? decodeURIComponent(reason) : null,
      status: reply.statusCode,
      isPerson: authorization !== undefined && !authorization.startsWith('Bot '),
    });
  });
}
