import { createServer as createHttpServer, maxHeaderSize } from 'node:http';
import { fastify, type FastifyInstance } from 'fastify';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { ListenerLimits } from './listener-limits.ts';
import { limitConnections } from './connection-limit.ts';
import { answerMalformedUrl, answerMalformedHttp, addErrorHandlers } from './error-handler.ts';

/**
 * An HTTP server with the listener's limits and no routes. Node checks `headersTimeout` and `requestTimeout` only every
 * `connectionsCheckingInterval` (default: 30 seconds). `headersTimeout` also ends connections that never send a byte;
 * only `requestTimeout` ends a slow body, because every byte resets the idle timeout.
 */
export function createListenerServer({
  clock,
  logger,
  limits,
}: {
  clock: Clock;
  logger: Logger;
  limits: ListenerLimits;
}): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.maxBodyBytes,
    // A token that is too long gets the same response as any wrong token. Node rejects anything longer.
    routerOptions: { maxParamLength: maxHeaderSize },
    // Fastify creates a second server for "localhost" without these limits unless it gets a factory.
    serverFactory(handler) {
      const server = createHttpServer(
        {
          headersTimeout: limits.headersTimeoutMs,
          requestTimeout: limits.requestTimeoutMs,
          keepAliveTimeout: limits.keepAliveTimeoutMs,
          connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
        },
        handler,
      );
      server.setTimeout(limits.connectionTimeoutMs);
      server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
      limitConnections(server, { limits, clock, logger });
      return server;
    },
    forceCloseConnections: 'idle',
    // Requests that arrived before the stop still get their response: the database is open.
    return503OnClosing: false,
    clientErrorHandler: answerMalformedHttp(logger),
    frameworkErrors: answerMalformedUrl(logger),
  });
  addErrorHandlers(app, { logger, limits });
  return app;
}
