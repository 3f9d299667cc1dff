import { createServer as createHttpServer, maxHeaderSize } from 'node:http';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger } from '../lib/logger.ts';
import type { ListenerLimits } from './limits.ts';
import { answerBadUrl, answerNoHttp, answerRefusals } from './refusals.ts';

/**
 * An HTTP server with the listener's limits, and no routes yet. Node looks at `headersTimeout` and `requestTimeout`
 * only every `connectionsCheckingInterval` (by default half a minute), and ends a slow body by the second alone; a
 * connection that never sends a byte counts as headers that are late. Its idle timeout is reset by every byte.
 */
export function createServer({
  logger,
  limits,
}: {
  logger: Logger;
  limits: ListenerLimits;
}): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.maxBodyBytes,
    // A long token is a wrong one like any other. Node takes no longer headers.
    routerOptions: { maxParamLength: maxHeaderSize },
    // Made here, since the framework binds "localhost" twice, and would give the second server none of these limits.
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
      server.maxConnections = limits.maxConnections;
      return server;
    },
    forceCloseConnections: 'idle',
    // A request that came before the end is answered: the database is still open.
    return503OnClosing: false,
    clientErrorHandler: answerNoHttp(logger),
    frameworkErrors: answerBadUrl(logger),
  });
  answerRefusals(app, { logger, limits });
  return app;
}
