import type { FastifyInstance, FastifyRequest } from 'fastify';

import { unauthorized } from '../errors.ts';
import type { Sharding } from '../gateway/sharding.ts';
import type { Actor } from '../world/types.ts';
import type { World } from '../world/world.ts';
import type { Access } from './access.ts';
import { createCall, type Call } from './call.ts';
import { readBody } from './multipart.ts';
import type { Poster } from './posting.ts';

/** The dependencies of a route file. */
export interface Api {
  readonly world: World;
  readonly access: Access;
  readonly poster: Poster;
  readonly gatewayUrl: () => string;
  readonly sharding: Sharding;
  /** Adds a route that needs a token. The handler returns the response's JSON; undefined sends 204. */
  route(route: string, handler: (call: Call) => unknown, options?: RouteOptions): void;
  /** Adds a route without authentication: webhooks have their token in the path. */
  publicRoute(route: string, handler: (call: PublicCall) => unknown): void;
}

export type PublicCall = Omit<Call, 'actor' | 'auditContext'>;

interface RouteOptions {
  readonly status?: number;
}

const STATUS = Symbol('status');

interface StatusResponse {
  readonly [STATUS]: number;
  readonly body: unknown;
}

/** A response with its own status, in place of the route's. */
export function withStatus(status: number, body: unknown): StatusResponse {
  return { [STATUS]: status, body };
}

/** Public routes have no actor; `PublicCall` hides this placeholder. */
const NO_ACTOR: Actor = { kind: 'user', userId: '' };

export function createRouter(
  app: FastifyInstance,
  world: World,
): Pick<Api, 'route' | 'publicRoute'> {
  function add(
    route: string,
    {
      actorOf,
      handler,
      status,
    }: {
      actorOf: (header: string | undefined) => Actor;
      handler: (call: Call) => unknown;
      status: number;
    },
  ): void {
    const [method = '', url = ''] = route.split(' ');
    app.route<{ Params: Record<string, string> }>({
      method,
      url,
      async handler(request, reply) {
        const actor = actorOf(request.headers.authorization);
        const body = await readBody(request);
        const reason = request.headers['x-audit-log-reason'];
        const call = createCall({
          actor,
          params: request.params,
          query: request.query,
          body,
          reason: Array.isArray(reason) ? reason[0] : reason,
          locale: localeOf(request.headers),
        });
        const result = await handler(call);
        if (result === undefined) return reply.code(204).send();
        if (result instanceof Object && STATUS in result) {
          const { [STATUS]: ownStatus, body: ownBody } = result as StatusResponse;
          return reply.code(ownStatus).send(ownBody);
        }
        return reply.code(status).send(result);
      },
    });
  }

  return {
    route: (route, handler, { status = 200 } = {}) =>
      add(route, { actorOf: (header) => authenticate(world, header), handler, status }),
    publicRoute: (route, handler) => add(route, { actorOf: () => NO_ACTOR, handler, status: 200 }),
  };
}

/** The requested locale, if any (application commands, retrieving localized commands). */
function localeOf(headers: FastifyRequest['headers']): string | null {
  const header = headers['x-discord-locale'];
  const [first = null] = (Array.isArray(header) ? header[0] : header)?.split(',') ?? [];
  return first ?? headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? null;
}

/**
 * The actor of an Authorization header: `Bot <token>` for bots, `<token>` or `Bearer <token>` for users.
 * A bot token without its prefix gets 401, as on Discord.
 */
function authenticate(world: World, header: string | undefined): Actor {
  const { scheme, token } = parseAuthorization(header ?? '');
  const actor = world.actorOf(token);
  if (actor === null || (actor.kind === 'bot') !== (scheme === 'bot')) throw unauthorized();
  return actor;
}

function parseAuthorization(header: string): { scheme: string; token: string } {
  const match = /^(?:(bot|bearer)\s+)?(\S+)$/i.exec(header.trim());
  return { scheme: (match?.[1] ?? '').toLowerCase(), token: match?.[2] ?? '' };
}
