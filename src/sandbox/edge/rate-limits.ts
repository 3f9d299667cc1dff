import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Clock } from '../../lib/clock.ts';
import {
  DEFAULT_LIMIT,
  GLOBAL_LIMIT,
  MEMBER_FACTOR,
  ROUTE_LIMITS,
  type Limit,
} from './limit-table.ts';
import { routeNameOf, type RouteName } from './route-template.ts';

interface Bucket {
  readonly requests: number;
  remaining: number;
  readonly resetsAtMs: number;
}

export interface RateLimitsOptions {
  readonly clock: Clock;
  /** How many times Discord's limits are granted: 1 for all tests of what a bot does with them. */
  readonly scale: number;
}

/** Spent buckets are thrown out when there are this many. */
const MAX_BUCKETS = 10_000;

/**
 * Discord's rate limits (topics/rate-limits): per token a bucket for each route and each top-level resource,
 * and a global one. A bucket is full again when its window, which the first request opens, is over.
 */
export function installRateLimits(app: FastifyInstance, { clock, scale }: RateLimitsOptions): void {
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string, limit: Limit, factor: number): Bucket {
    const nowMs = clock.now();
    const open = buckets.get(key);
    if (open !== undefined && open.resetsAtMs > nowMs) return open;
    if (buckets.size >= MAX_BUCKETS) {
      for (const [old, { resetsAtMs }] of buckets) if (resetsAtMs <= nowMs) buckets.delete(old);
    }
    const requests = Math.max(1, Math.floor(limit.requests * factor));
    const fresh = { requests, remaining: requests, resetsAtMs: nowMs + limit.windowMs };
    buckets.set(key, fresh);
    return fresh;
  }

  app.addHook('onRequest', async (request, reply) => {
    const route = routeNameOf(request.method, request.url);
    if (route === null) return undefined;
    const { authorization } = request.headers;
    const credential = authorization ?? request.ip;
    const isPerson = authorization !== undefined && !authorization.startsWith('Bot ');
    const factor = scale * (isPerson ? MEMBER_FACTOR : 1);
    const limit = ROUTE_LIMITS[route.template] ?? DEFAULT_LIMIT;
    const key = `${credential} ${route.template} ${route.majorId}`;
    const bucket = bucketOf(key, limit, factor);
    // Webhooks and interactions, which carry their token in the path, are not bound to the global limit.
    const global = authorization === undefined ? null : bucketOf(credential, GLOBAL_LIMIT, factor);

    if (global?.remaining === 0) {
      return refuse(reply, { waitMs: global.resetsAtMs - clock.now(), isGlobal: true });
    }
    const isSpent = bucket.remaining === 0;
    if (!isSpent) {
      if (global !== null) global.remaining -= 1;
      bucket.remaining -= 1;
    }
    const waitMs = bucket.resetsAtMs - clock.now();
    writeHeaders(reply, { route, bucket, waitMs });
    return isSpent ? refuse(reply, { waitMs, isGlobal: false }) : undefined;
  });
}

/** A 429 as Discord writes it, with the headers that say for how long. */
export function refuse(
  reply: FastifyReply,
  { waitMs, isGlobal }: { waitMs: number; isGlobal: boolean },
): FastifyReply {
  const seconds = Math.max(0.001, waitMs / 1000);
  reply.header('Retry-After', Math.ceil(seconds));
  reply.header('X-RateLimit-Scope', isGlobal ? 'global' : 'user');
  if (isGlobal) reply.header('X-RateLimit-Global', 'true');
  return reply.code(429).send({
    message: 'You are being rate limited.',
    retry_after: seconds,
    global: isGlobal,
  });
}

function writeHeaders(
  reply: FastifyReply,
  { route, bucket, waitMs }: { route: RouteName; bucket: Bucket; waitMs: number },
): void {
  reply.headers({
    'X-RateLimit-Limit': bucket.requests,
    'X-RateLimit-Remaining': bucket.remaining,
    'X-RateLimit-Reset': (bucket.resetsAtMs / 1000).toFixed(3),
    'X-RateLimit-Reset-After': (waitMs / 1000).toFixed(3),
    'X-RateLimit-Bucket': bucketHash(route.template),
  });
}

const hashes = new Map<string, string>();

/** Opaque, and without the top-level resource, as Discord's. */
function bucketHash(template: string): string {
  let hash = hashes.get(template);
  if (hash === undefined) {
    hash = createHash('sha256').update(template).digest('hex').slice(0, 32);
    hashes.set(template, hash);
  }
  return hash;
}
