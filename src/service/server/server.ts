import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServiceAnswer } from '../../service-api/exchange.ts';
import { answerMalformedRequest } from '../../shared/malformed-request.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import {
  CONNECTION_TIMEOUT_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  MAX_BODY_BYTES,
  MAX_PARAM_LENGTH,
  TIMEOUT_CHECK_INTERVAL_MS,
} from './http-limits.ts';
import { limitBodyTime } from './body-timeout.ts';
import { drainOnClose } from './drain.ts';
import { refusalBody, unroutedRefusalBody } from './refusal.ts';
import { refusalOf, unroutedAnswer } from './refuse.ts';
import type { Route } from './route.ts';
import type { Router } from './router.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose key came with the request; empty until the key is checked. */
    account: string;
  }
}

export interface ServerDeps {
  router: Router;
  /** Adds other services' interfaces, which have keys and errors of their own. */
  addCompatibleRoutes: (app: FastifyInstance) => void;
  logger: Logger;
  clock: Clock;
}

/** Carries requests over HTTP to the router: limits, bodies, and one log line per request. */
export function createServiceServer(deps: ServerDeps): FastifyInstance {
  const { router, addCompatibleRoutes, logger, clock } = deps;
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // `limitBodyTime` limits all requests except streamed ones.
    requestTimeout: 0,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    // Drops such keys from the caller's metadata and accepts the request.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    exposeHeadRoutes: false,
    // The routes check the length of ids, so that they answer in their own format.
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    // Answer requests that arrived before the shutdown.
    return503OnClosing: false,
    clientErrorHandler: answerMalformedRequest(refusalBody),
    frameworkErrors: sendMalformedUrl,
  });
  const sendUnrouted = ({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = ''] = url.split('?', 1);
    return send(reply, unroutedAnswer(router.methodsAt(path), { method, path }));
  };
  app.setNotFoundHandler(sendUnrouted);
  // A body that Fastify cannot read must not hide that there is no such route.
  app.setErrorHandler((error, request, reply) =>
    request.is404 ? sendUnrouted(request, reply) : reply.send(error),
  );
  // Log the route's pattern, never the URL, which may contain anything.
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? null : request.routeOptions.url;
    logger.debug({ route, status: reply.statusCode, timeMs: reply.elapsedTime }, 'answered');
    done();
  });
  drainOnClose(app, clock);
  limitBodyTime(app);
  app.decorateRequest('account', '');
  app.removeContentTypeParser('text/plain');
  for (const route of router.routes) addRoute(app, route, deps);
  addCompatibleRoutes(app);
  return app;
}

/** The key is checked before the body is read. */
function addRoute(app: FastifyInstance, route: Route, { router, logger }: ServerDeps): void {
  app.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
    method: route.method,
    url: route.path,
    onRequest(request, _reply, done) {
      try {
        request.account = router.admit(route, request.headers);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new TypeError('not an error'));
      }
    },
    errorHandler(error, _request, reply) {
      void send(reply, refusalOf(error, route, logger));
    },
    async handler({ account, params, query, body }, reply) {
      return send(reply, await router.answer(route, { account, params, query, body }));
    },
  });
}

function send(reply: FastifyReply, { status, headers, body }: ServiceAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/** Answers paths that Fastify can't decode ("/%zz"), which reach no route. */
function sendMalformedUrl(_error: Error, { url }: FastifyRequest, reply: FastifyReply): void {
  reply.code(400).send(unroutedRefusalBody(url, 'The path of the request is malformed.'));
}
