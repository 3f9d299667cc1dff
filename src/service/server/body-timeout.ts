import type { FastifyInstance } from 'fastify';
import { REQUEST_TIMEOUT_MS } from './http-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as it keeps coming. */
    isStreamed?: boolean;
  }
}

/** Node's error for a request that takes longer than `requestTimeout`. */
function timeoutError(): NodeJS.ErrnoException {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** Node's `requestTimeout`, which is for all requests or none, for those that are not streamed. */
export function limitBodyTime(app: FastifyInstance, timeoutMs = REQUEST_TIMEOUT_MS): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (routeOptions.config.isStreamed !== true && !raw.complete) {
      const timer = setTimeout(() => {
        app.server.emit('clientError', timeoutError(), raw.socket);
      }, timeoutMs);
      const cancel = (): void => clearTimeout(timer);
      raw.once('end', cancel);
      raw.once('close', cancel);
    }
    done();
  });
}
