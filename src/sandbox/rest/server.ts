import multipart from '@fastify/multipart';
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';

import type { Logger } from '../../shared/logger.ts';
import { ApiError, invalidField, invalidForm, apiError, routeNotFound } from '../errors.ts';
import type { Sharding } from '../gateway/sharding.ts';
import type { World } from '../world/world.ts';
import { createAccess } from './access.ts';
import { createRouter, type Api } from './api.ts';
import { MAX_FILE_BYTES, MAX_REQUEST_BYTES, parseJson } from './multipart.ts';
import { createPoster } from './posting.ts';
import { addRoutes } from './routes.ts';
import { addPeopleRoutes } from './routes/people.ts';

const PREFIX = '/api/v10';
const PEOPLE_PREFIX = '/sandbox/people';
/** v9 and unversioned paths are served as v10. */
const ALIASES = /^\/api(?:\/v(?:9|10))?(?=\/(?!v\d+(?:\/|$)))/;
/** More parts than any valid multipart request has. */
const MAX_PARTS = 40;

export interface RestServerOptions {
  readonly world: World;
  /** The gateway's address. A function, because the port is only known once the server listens. */
  readonly gatewayUrl: () => string;
  readonly sharding: Sharding;
  readonly logger: Logger;
}

/**
 * Discord's REST API for a world. The instance isn't listening yet: `onRequest` hooks added before that, for rate
 * limits and faults, run before authentication and routes.
 */
export function createRestServer({
  world,
  gatewayUrl,
  sharding,
  logger,
}: RestServerOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_REQUEST_BYTES,
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }) => url.replace(ALIASES, PREFIX),
    routerOptions: { maxParamLength: 500 },
    frameworkErrors(_error, _request, reply) {
      sendError(reply, routeNotFound());
    },
  });
  const access = createAccess(world);
  const poster = createPoster(world, access);
  const shared = { world, access, poster, gatewayUrl, sharding };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseJson(body),
  );
  // The type doesn't matter when there is no content: some clients name one for an empty body.
  app.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      if (body !== '') throw unsupportedContentType();
      return {};
    },
  );
  app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, fieldSize: MAX_FILE_BYTES, parts: MAX_PARTS },
  });

  app.addHook('onSend', async (_request, reply) => {
    // Discord names no charset, and clients compare the whole header.
    const contentType = reply.getHeader('content-type');
    if (typeof contentType === 'string' && contentType.startsWith('application/json')) {
      reply.header('content-type', 'application/json');
    }
    // Without this header, discord.py takes a 429 for one of Cloudflare's and gives up.
    reply.header('via', '1.1 google');
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, routeNotFound()));
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const expected = toApiError(error);
    if (expected !== null) return sendError(reply, expected);
    logger.error(
      { err: error, method: request.method, route: request.routeOptions.url },
      'sandbox route failed',
    );
    return reply.code(500).send({ message: '500: Internal Server Error', code: 0 });
  });

  app.register(
    async (scope) => {
      const api: Api = { ...shared, ...createRouter(scope, world) };
      addRoutes(api);
    },
    { prefix: PREFIX },
  );
  // Outside the API, so that faults and rate limits don't affect a person's client.
  app.register(
    async (scope) => {
      const api: Api = { ...shared, ...createRouter(scope, world) };
      addPeopleRoutes(api);
    },
    { prefix: PEOPLE_PREFIX },
  );
  addCdn(app, world);
  return app;
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('Retry-After', Math.ceil(error.retryAfter));
  return reply.code(error.status).send(error.body());
}

/** Discord's error for a request the framework rejects; null: a bug of ours. */
function toApiError(error: FastifyError | ApiError): ApiError | null {
  if (error instanceof ApiError) return error;
  switch (error.statusCode) {
    case 413:
      return apiError(RESTJSONErrorCodes.RequestEntityTooLarge);
    case 415:
      return unsupportedContentType();
    case undefined:
      return null;
    default:
      return error.statusCode < 500 ? invalidForm([]) : null;
  }
}

function unsupportedContentType(): ApiError {
  return invalidField(['Content-Type'], {
    code: 'CONTENT_TYPE_INVALID',
    message:
      "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.",
  });
}

/** Serves posted files to anyone who has the URL, like Discord's CDN. */
function addCdn(app: FastifyInstance, { state }: World): void {
  app.get('/attachments/:channelId/:attachmentId/:filename', async (request, reply) => {
    const path = new URL(request.url, 'http://cdn').pathname;
    const file = state.files.get(path);
    if (file === undefined) {
      return reply.code(404).type('text/plain').send('This content is no longer available.');
    }
    return reply.type(file.contentType).send(file.data);
  });
}
