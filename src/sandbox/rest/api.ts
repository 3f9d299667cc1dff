import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Actor } from '../world/types.ts';
import type { World } from '../world/world.ts';
import type { Access } from './access.ts';
import { authenticate } from './auth.ts';
import { createCall, type Call } from './call.ts';
import { readBody } from './multipart.ts';
import type { Poster } from './posting.ts';

/** What a route file is given. */
export interface Api {
  readonly world: World;
  readonly access: Access;
  readonly poster: Poster;
  /** Where the gateway listens. */
  readonly gatewayUrl: () => string;
  /**
   * Adds a route for whoever has a token. What the handler returns is the answer's JSON; nothing is 204.
   */
  route(route: string, handler: (call: Call) => unknown, options?: RouteOptions): void;
  /** Adds a route that anyone may ask: webhooks have their token in the path. */
  publicRoute(route: string, handler: (call: PublicCall) => unknown): void;
}

export type PublicCall = Omit<Call, 'actor' | 'deed'>;

interface RouteOptions {
  /** Of an answer with a body. Default: 200. */
  readonly status?: number;
}

const STATUS = Symbol('status');

interface StatusAnswer {
  readonly [STATUS]: number;
  readonly body: unknown;
}

/** An answer whose status isn't always the route's. */
export function withStatus(status: number, body: unknown): StatusAnswer {
  return { [STATUS]: status, body };
}

/** Nobody asks a public route; its calls have no actor to be read. */
const NOBODY: Actor = { kind: 'user', userId: '' };

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
        const answer = await handler(call);
        if (answer === undefined) return reply.code(204).send();
        if (answer instanceof Object && STATUS in answer) {
          const { [STATUS]: own, body: sent } = answer as StatusAnswer;
          return reply.code(own).send(sent);
        }
        return reply.code(status).send(answer);
      },
    });
  }

  return {
    route: (route, handler, { status = 200 } = {}) =>
      add(route, { actorOf: (header) => authenticate(world, header), handler, status }),
    publicRoute: (route, handler) => add(route, { actorOf: () => NOBODY, handler, status: 200 }),
  };
}

/** The asker's language, as far as a request tells it (application commands, retrieving localized commands). */
function localeOf(headers: FastifyRequest['headers']): string | null {
  const own = headers['x-discord-locale'];
  const [first = null] = (Array.isArray(own) ? own[0] : own)?.split(',') ?? [];
  return first ?? headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? null;
}
