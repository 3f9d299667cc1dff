import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_SECONDS = 3_600;

/** Lets scripts of any site read the answer. */
export function openToAnySite(
  _request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  reply.header('access-control-allow-origin', '*');
  done();
}

/**
 * Lets scripts of any site call, as the services of Google and OpenAI do: a call is let in by its key, never by a cookie
 * or by where it comes from.
 */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', openToAnySite);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-expose-headers', 'retry-after, x-request-id');
    done();
  });
  app.options('/*', ({ headers }, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        // OpenAI's client sends a dozen of its own, and `*` does not cover the key.
        'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send(),
  );
}
