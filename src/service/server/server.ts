import { fastify, type FastifyInstance } from 'fastify';
import { answerMalformedRequest } from '../../shared/malformed-request.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Accounts } from './accounts.ts';
import { requireApiKey, requireBearer } from './auth.ts';
import {
  CONNECTION_TIMEOUT_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  MAX_BODY_BYTES,
  MAX_PARAM_LENGTH,
  TIMEOUT_CHECK_INTERVAL_MS,
} from './http-limits.ts';
import { addHealthRoutes } from './routes/health.ts';
import { limitBodyTime } from './body-timeout.ts';
import { drainOnClose } from './drain.ts';
import { refusalBody } from './refusal.ts';
import { sendMalformedUrl, installErrorHandler, installNotFoundHandler } from './error-handler.ts';

/** Adds the routes of each interface. The API key is checked before any of the first two's runs. */
export interface Routes {
  /** `{base_url}`. */
  addRoutes(api: FastifyInstance): void;
  /** `{console_url}`. */
  addConsoleRoutes(console: FastifyInstance): void;
  /** Other services' interfaces. They have keys and errors of their own. */
  addCompatibleRoutes(app: FastifyInstance): void;
}

export interface ServerDeps {
  accounts: Accounts;
  logger: Logger;
  clock: Clock;
  routes: Routes;
  /** True if requests that need the store would succeed. */
  isReady: () => boolean;
}

/** The HTTP server: limits, errors, authentication and one log line per request. The routes are in `routes/`. */
export function createServiceServer(deps: ServerDeps): FastifyInstance {
  const { accounts, logger, clock, routes, isReady } = deps;
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // `limitBodyTime` limits it for all but streamed requests.
    requestTimeout: 0,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    // Drop such keys from the caller's metadata and accept the request.
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
  installErrorHandler(app, logger);
  installNotFoundHandler(app);
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
  addHealthRoutes(app, isReady);
  app.register((api, _options, done) => {
    api.addHook('onRequest', requireApiKey(accounts));
    routes.addRoutes(api);
    done();
  });
  app.register((console, _options, done) => {
    console.addHook('onRequest', requireBearer(accounts));
    routes.addConsoleRoutes(console);
    done();
  });
  routes.addCompatibleRoutes(app);
  return app;
}
