import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_SECONDS = 3_600;

/** Lets scripts on any site read the answer. */
export function openToAnySite(
  _request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  reply.header('access-control-allow-origin', '*');
  done();
}

/**
 * Lets scripts on any site call the service, as Google and OpenAI do: a key authorizes the call, never a cookie or the site that
 * it comes from.
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
        // OpenAI's client sends a dozen headers of its own, and `*` does not cover the one with the key.
        'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send(),
  );
}
