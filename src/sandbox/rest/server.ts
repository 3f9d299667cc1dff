import multipart from '@fastify/multipart';
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';

import type { Logger } from '../../lib/logger.ts';
import { ApiError, invalidForm, refusal, routeNotFound } from '../errors.ts';
import type { World } from '../world/world.ts';
import { createAccess } from './access.ts';
import { createRouter, type Api } from './api.ts';
import { addCdn } from './cdn.ts';
import { MAX_FILE_BYTES, MAX_REQUEST_BYTES, parseJson } from './multipart.ts';
import { createPoster } from './posting.ts';
import { addRoutes } from './routes.ts';
import { addPeopleRoutes } from './routes/people.ts';

const PREFIX = '/api/v10';
const PEOPLE_PREFIX = '/sandbox/people';
/** v9 and no version at all are answered as v10, too. */
const ALIASES = /^\/api(?:\/v(?:9|10))?(?=\/(?!v\d+(?:\/|$)))/;
/** A request has fewer parts than that. */
const MAX_PARTS = 40;

export interface RestServerOptions {
  readonly world: World;
  /** Where the gateway listens; asked when it is needed, for the port may be known late. */
  readonly gatewayUrl: () => string;
  readonly logger: Logger;
}

/**
 * Discord's REST API on a world. The instance is not listening yet: hooks added to it before it does
 * (`onRequest` for rate limits and faults) run before authentication and routes.
 */
export function createRestServer({
  world,
  gatewayUrl,
  logger,
}: RestServerOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_REQUEST_BYTES,
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }) => url.replace(ALIASES, PREFIX),
    routerOptions: { maxParamLength: 500 },
    frameworkErrors(_error, _request, reply) {
      sendRefusal(reply, routeNotFound());
    },
  });
  const access = createAccess(world);
  const poster = createPoster(world, access);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseJson(body),
  );
  app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, fieldSize: MAX_FILE_BYTES, parts: MAX_PARTS },
  });

  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, routeNotFound()));
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const known = refusalFor(error);
    if (known !== null) return sendRefusal(reply, known);
    logger.error(
      { err: error, method: request.method, route: request.routeOptions.url },
      'sandbox: a route failed',
    );
    return reply.code(500).send({ message: '500: Internal Server Error', code: 0 });
  });

  app.register(
    async (scope) => {
      const api: Api = { world, access, poster, gatewayUrl, ...createRouter(scope, world) };
      addRoutes(api);
    },
    { prefix: PREFIX },
  );
  // Outside the API: neither faults nor rate limits come between a person and their client.
  app.register(
    async (scope) => {
      const api: Api = { world, access, poster, gatewayUrl, ...createRouter(scope, world) };
      addPeopleRoutes(api);
    },
    { prefix: PEOPLE_PREFIX },
  );
  addCdn(app, world);
  return app;
}

function sendRefusal(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('Retry-After', Math.ceil(error.retryAfter));
  return reply.code(error.status).send(error.body());
}

/** What the framework refuses, as Discord says it; null: a fault of ours. */
function refusalFor(error: FastifyError | ApiError): ApiError | null {
  if (error instanceof ApiError) return error;
  switch (error.statusCode) {
    case 413:
      return refusal(RESTJSONErrorCodes.RequestEntityTooLarge);
    case 415:
      return invalidForm([
        {
          path: ['Content-Type'],
          error: {
            code: 'CONTENT_TYPE_INVALID',
            message:
              "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.",
          },
        },
      ]);
    case undefined:
      return null;
    default:
      return error.statusCode < 500 ? invalidForm([]) : null;
  }
}
