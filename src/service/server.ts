import { fastify, type FastifyInstance } from 'fastify';
import { answerBrokenHttp } from '../lib/broken-http.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Accounts } from './accounts.ts';
import { requireApiKey, requireBearer } from './auth.ts';
import type { Routes } from './capabilities.ts';
import {
  CONNECTION_TIMEOUT_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  MAX_BODY_BYTES,
  REQUEST_TIMEOUT_MS,
  TIMEOUT_CHECK_INTERVAL_MS,
} from './limits.ts';
import { drainOnClose } from './drain.ts';
import { refusal } from './envelope.ts';
import { answerBadUrl, answerFaults, answerUnrouted } from './refusals.ts';

export interface ServerDeps {
  accounts: Accounts;
  logger: Logger;
  clock: Clock;
  /** Asked only for requests whose key was seen. */
  routes: Routes;
}

/** The HTTP side: limits, faults, the key, a log line a request; the routes are in files of their own. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const { accounts, logger, clock, routes } = deps;
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    // Metadata is the caller's own; such keys are dropped, the request goes on.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // A request that came before the end is answered, not refused.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenHttp(refusal),
    frameworkErrors: answerBadUrl,
  });
  answerFaults(app, logger);
  answerUnrouted(app);
  // The route's pattern, never the URL, which may hold anything.
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? null : request.routeOptions.url;
    logger.debug({ route, status: reply.statusCode, timeMs: reply.elapsedTime }, 'answered');
    done();
  });
  drainOnClose(app, clock);
  app.decorateRequest('account', '');
  app.removeContentTypeParser('text/plain');
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
  return app;
}
