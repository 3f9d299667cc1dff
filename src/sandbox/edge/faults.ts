import type { FastifyInstance } from 'fastify';

import { sleep, type Clock } from '../../shared/clock.ts';
import type { SandboxGateway } from '../gateway/gateway.ts';
import { sendRateLimited } from './rate-limits.ts';
import { parseRoute } from './route-template.ts';

/** The requests that a fault applies to, and how many of them. */
export interface FaultTarget {
  /** E.g. `DELETE /channels/:id/messages/:id`. Default: every API route. */
  readonly route?: string | undefined;
  readonly times?: number | undefined;
}

/** Injects Discord's failures, into the next requests or immediately. */
export interface Faults {
  /** Responds with this status (e.g. 500, 502, 503) without handling the request. */
  failNext(fault: FaultTarget & { readonly status: number }): void;
  /** Handles the request this much later. */
  delayNext(fault: FaultTarget & { readonly delayMs: number }): void;
  /** Responds with 429 regardless of the buckets. */
  rateLimitNext(
    fault: FaultTarget & {
      readonly retryAfterSeconds: number;
      readonly global?: boolean | undefined;
    },
  ): void;
  /** Closes or opens the user's DMs. While they are closed, sending fails with 50007. */
  refuseDms(userId: string, refused: boolean): void;
  /** Closes every gateway connection with this code, or terminates it without a close frame. */
  dropGateway(closeCode?: number): void;
  requestReconnect(): void;
  invalidateSessions(resumable: boolean): void;
  /** Sends an event with any data, malformed or not, to every session. */
  sendEvent(type: string, data: unknown): void;
  /** Keeps connections open but sends nothing: events wait, heartbeats get no acknowledgement. */
  pauseGateway(paused: boolean): void;
  /** Rejects new connections with 503. */
  closeGateway(closed: boolean): void;
  /** Drops all pending faults; unpauses and reopens the gateway. */
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
  readonly gateway: SandboxGateway;
  readonly setDmsOpen: (userId: string, open: boolean) => void;
}

/** Call this before adding rate limits and routes: a fault intercepts a request before they see it. */
export function installFaults(
  app: FastifyInstance,
  { clock, gateway, setDmsOpen }: FaultsOptions,
): Faults {
  let pending: PendingFault[] = [];

  function add(target: FaultTarget, effect: PendingFault['effect']): void {
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
    const route = parseRoute(request.method, request.url);
    const effect = route === null ? null : take(route.template);
    if (effect === null) return undefined;
    switch (effect.kind) {
      case 'fail':
        return reply
          .code(effect.status)
          .send({ message: `${effect.status}: Sandbox fault`, code: 0 });
      case 'rate limit':
        return sendRateLimited(reply, {
          waitMs: effect.retryAfterSeconds * 1000,
          isGlobal: effect.global,
        });
      case 'delay':
        await sleep(clock, effect.delayMs);
    }
    return undefined;
  });

  const pauseGateway = (paused: boolean): void => (paused ? gateway.pause() : gateway.unpause());
  const closeGateway = (closed: boolean): void => (closed ? gateway.lock() : gateway.unlock());

  return {
    failNext: ({ status, ...target }) => add(target, { kind: 'fail', status }),
    delayNext: ({ delayMs, ...target }) => add(target, { kind: 'delay', delayMs }),
    rateLimitNext: ({ retryAfterSeconds, global = false, ...target }) =>
      add(target, { kind: 'rate limit', retryAfterSeconds, global }),
    refuseDms: (userId, refused) => setDmsOpen(userId, !refused),
    dropGateway: (closeCode) => gateway.drop(closeCode),
    requestReconnect: () => gateway.requestReconnect(),
    invalidateSessions: (resumable) => gateway.invalidateSessions(resumable),
    sendEvent: (type, data) => gateway.sendEvent(type, data),
    pauseGateway,
    closeGateway,
    clear() {
      pending = [];
      pauseGateway(false);
      closeGateway(false);
    },
  };
}
