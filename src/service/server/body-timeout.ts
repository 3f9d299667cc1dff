import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { REQUEST_TIMEOUT_MS } from './http-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The timer that ends the connection if the body is late; null: the body has arrived. */
    bodyTimer: NodeJS.Timeout | null;
  }
}

/** Node's error for a request that takes longer than `requestTimeout`. */
function timeoutError(): NodeJS.ErrnoException {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** Replaces Node's `requestTimeout`, which applies to all requests or none, for requests that are not streamed. */
export function limitBodyTime(app: FastifyInstance, timeoutMs = REQUEST_TIMEOUT_MS): void {
  app.decorateRequest('bodyTimer', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete) {
      const timer = setTimeout(() => {
        app.server.emit('clientError', timeoutError(), raw.socket);
      }, timeoutMs);
      const cancel = (): void => clearTimeout(timer);
      raw.once('end', cancel);
      raw.once('close', cancel);
      request.bodyTimer = timer;
    }
    done();
  });
}

/** Lets a body take as long as it keeps coming. Register it after the hook that checks the key. */
export const allowLongBody: onRequestHookHandler = ({ bodyTimer }, _reply, done) => {
  if (bodyTimer !== null) clearTimeout(bodyTimer);
  done();
};
