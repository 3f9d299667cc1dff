import type { FastifyInstance } from 'fastify';

import { sleep, type Clock } from '../../lib/clock.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { refuse } from './rate-limits.ts';
import { routeNameOf } from './route-template.ts';

/** Which requests are hit, and how many of them. */
export interface FaultTarget {
  /** E.g. `DELETE /channels/:id/messages/:id`; without it every route of the API is meant. */
  readonly route?: string | undefined;
  /** Default: 1. */
  readonly times?: number | undefined;
}

/** Things that go wrong on Discord, to be ordered for the next requests or at once. */
export interface Faults {
  /** Answers with this status (e.g. 500, 502, 503) without doing anything. */
  failNext(fault: FaultTarget & { readonly status: number }): void;
  /** Answers so much later. The request is done late, too. */
  delayNext(fault: FaultTarget & { readonly delayMs: number }): void;
  /** Answers 429 whatever the buckets say. */
  rateLimitNext(
    fault: FaultTarget & {
      readonly retryAfterSeconds: number;
      readonly global?: boolean | undefined;
    },
  ): void;
  /** Closes the user's direct messages, or opens them: sending answers 50007 meanwhile. */
  refuseDms(userId: string, refused: boolean): void;
  /** Drops every gateway connection with the code, or without a word. */
  dropGateway(closeCode?: number): void;
  /** Opcode 7 to everyone. */
  requestReconnect(): void;
  /** Opcode 9 to everyone. */
  invalidateSessions(resumable: boolean): void;
  /** Connections stand, nothing goes out: events wait, heartbeats stay unanswered. */
  pauseGateway(paused: boolean): void;
  /** New connections are refused with 503. */
  closeGateway(closed: boolean): void;
  /** Forgets all that was ordered and not yet met, and opens what was paused or closed. */
  clear(): void;
}

interface PendingFault {
  readonly route: string | undefined;
  times: number;
  readonly effect:
    | { readonly kind: 'fail'; readonly status: number }
    | { readonly kind: 'delay'; readonly delayMs: number }
    | { readonly kind: 'rate limit'; readonly retryAfterSeconds: number; readonly global: boolean };
}

export interface FaultsOptions {
  readonly clock: Clock;
  readonly gateway: Gateway;
  readonly setDmsOpen: (userId: string, open: boolean) => void;
}

/** Must be called before the routes answer: a fault takes a request before rate limits and routes see it. */
export function installFaults(
  app: FastifyInstance,
  { clock, gateway, setDmsOpen }: FaultsOptions,
): Faults {
  let pending: PendingFault[] = [];

  function order(target: FaultTarget, effect: PendingFault['effect']): void {
    pending.push({ route: target.route, times: target.times ?? 1, effect });
  }

  function take(template: string): PendingFault['effect'] | null {
    const fault = pending.find(({ route }) => route === undefined || route === template);
    if (fault === undefined) return null;
    fault.times -= 1;
    if (fault.times <= 0) pending = pending.filter((other) => other !== fault);
    return fault.effect;
  }

  app.addHook('onRequest', async (request, reply) => {
    const route = routeNameOf(request.method, request.url);
    const effect = route === null ? null : take(route.template);
    if (effect === null) return undefined;
    switch (effect.kind) {
      case 'fail':
        return reply
          .code(effect.status)
          .send({ message: `${effect.status}: Sandbox fault`, code: 0 });
      case 'rate limit':
        return refuse(reply, { waitMs: effect.retryAfterSeconds * 1000, isGlobal: effect.global });
      case 'delay':
        await sleep(clock, effect.delayMs);
    }
    return undefined;
  });

  const pauseGateway = (paused: boolean): void => (paused ? gateway.pause() : gateway.unpause());
  const closeGateway = (closed: boolean): void => (closed ? gateway.lock() : gateway.unlock());

  return {
    failNext: ({ status, ...target }) => order(target, { kind: 'fail', status }),
    delayNext: ({ delayMs, ...target }) => order(target, { kind: 'delay', delayMs }),
    rateLimitNext: ({ retryAfterSeconds, global = false, ...target }) =>
      order(target, { kind: 'rate limit', retryAfterSeconds, global }),
    refuseDms: (userId, refused) => setDmsOpen(userId, !refused),
    dropGateway: (closeCode) => gateway.drop(closeCode),
    requestReconnect: () => gateway.requestReconnect(),
    invalidateSessions: (resumable) => gateway.invalidateSessions(resumable),
    pauseGateway,
    closeGateway,
    clear() {
      pending = [];
      pauseGateway(false);
      closeGateway(false);
    },
  };
}
