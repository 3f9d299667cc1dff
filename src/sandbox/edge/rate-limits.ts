import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Clock } from '../../lib/clock.ts';
import {
  DEFAULT_LIMIT,
  GLOBAL_LIMIT,
  USER_FACTOR,
  ROUTE_LIMITS,
  type RateLimit,
} from './limit-table.ts';
import { parseRoute, type RateLimitRoute } from './route-template.ts';

interface Bucket {
  readonly requests: number;
  remaining: number;
  readonly resetsAtMs: number;
}

export interface RateLimitsOptions {
  readonly clock: Clock;
  /** Multiplies the limits. Use 1 to test how a bot handles them. */
  readonly scale: number;
}

/** Expired buckets are removed when there are this many. */
const MAX_BUCKETS = 10_000;

/**
 * Discord's rate limits (topics/rate-limits): each token has a bucket per route and top-level resource, and a
 * global one. A bucket's window starts with its first request; the bucket refills when the window ends.
 */
export function installRateLimits(app: FastifyInstance, { clock, scale }: RateLimitsOptions): void {
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string, limit: RateLimit, factor: number): Bucket {
    const nowMs = clock.now();
    const current = buckets.get(key);
    if (current !== undefined && current.resetsAtMs > nowMs) return current;
    if (buckets.size >= MAX_BUCKETS) {
      for (const [oldKey, { resetsAtMs }] of buckets) {
        if (resetsAtMs <= nowMs) buckets.delete(oldKey);
      }
    }
    const requests = Math.max(1, Math.floor(limit.requests * factor));
    const fresh = { requests, remaining: requests, resetsAtMs: nowMs + limit.windowMs };
    buckets.set(key, fresh);
    return fresh;
  }

  app.addHook('onRequest', async (request, reply) => {
    const route = parseRoute(request.method, request.url);
    if (route === null) return undefined;
    const { authorization } = request.headers;
    const credential = authorization ?? request.ip;
    const isUser = authorization !== undefined && !authorization.startsWith('Bot ');
    const factor = scale * (isUser ? USER_FACTOR : 1);
    const limit = ROUTE_LIMITS[route.template] ?? DEFAULT_LIMIT;
    const key = `${credential} ${route.template} ${route.majorId}`;
    const bucket = bucketOf(key, limit, factor);
    // Webhook and interaction routes carry their token in the path; the global limit doesn't apply to them.
    const global = authorization === undefined ? null : bucketOf(credential, GLOBAL_LIMIT, factor);

    if (global?.remaining === 0) {
      return sendRateLimited(reply, { waitMs: global.resetsAtMs - clock.now(), isGlobal: true });
    }
    const isExhausted = bucket.remaining === 0;
    if (!isExhausted) {
      if (global !== null) global.remaining -= 1;
      bucket.remaining -= 1;
    }
    const waitMs = bucket.resetsAtMs - clock.now();
    writeHeaders(reply, { route, bucket, waitMs });
    return isExhausted ? sendRateLimited(reply, { waitMs, isGlobal: false }) : undefined;
  });
}

/** Sends a 429 with Discord's body and headers. */
export function sendRateLimited(
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
  { route, bucket, waitMs }: { route: RateLimitRoute; bucket: Bucket; waitMs: number },
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

/** Opaque and the same for every top-level resource, like Discord's. */
function bucketHash(template: string): string {
  let hash = hashes.get(template);
  if (hash === undefined) {
    hash = createHash('sha256').update(template).digest('hex').slice(0, 32);
    hashes.set(template, hash);
  }
  return hash;
}
