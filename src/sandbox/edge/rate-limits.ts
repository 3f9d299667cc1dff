import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Clock } from '../../shared/clock.ts';
import { createBucket, type Bucket, type BucketState } from './bucket.ts';
import { GLOBAL_LIMIT, limitOf, USER_FACTOR, type RateLimit } from './limit-table.ts';
import { parseRoute } from './route-template.ts';

export interface RateLimitsOptions {
  readonly clock: Clock;
  /** Multiplies the limits. Use 1 to test a bot against Discord's own. */
  readonly scale: number;
}

/** Once there are this many buckets, full ones are removed. */
const MAX_BUCKETS = 10_000;

/**
 * Discord's rate limits (topics/rate-limits): each token has a bucket per route and top-level resource, and a
 * global one.
 */
export function installRateLimits(app: FastifyInstance, { clock, scale }: RateLimitsOptions): void {
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string, limit: RateLimit, factor: number): Bucket {
    const current = buckets.get(key);
    if (current !== undefined) return current;
    if (buckets.size >= MAX_BUCKETS) {
      const nowMs = clock.now();
      for (const [otherKey, bucket] of buckets) if (bucket.isFull(nowMs)) buckets.delete(otherKey);
    }
    const bucket = createBucket(limit, factor);
    buckets.set(key, bucket);
    return bucket;
  }

  app.addHook('onRequest', async (request, reply) => {
    const route = parseRoute(request.method, request.url);
    if (route === null) return undefined;
    const nowMs = clock.now();
    const { authorization } = request.headers;
    const credential = authorization ?? request.ip;
    const isUser = authorization !== undefined && !authorization.startsWith('Bot ');
    const factor = scale * (isUser ? USER_FACTOR : 1);
    const limit = limitOf(route, nowMs);
    const bucket =
      limit === null
        ? null
        : bucketOf(`${credential} ${limit.bucket} ${route.majorId}`, limit, factor);
    // Webhook and interaction routes carry their token in the path; the global limit doesn't apply to them.
    const global = authorization === undefined ? null : bucketOf(credential, GLOBAL_LIMIT, factor);

    const globalState = global?.state(nowMs);
    if (globalState?.isExhausted === true) {
      return sendRateLimited(reply, { waitMs: globalState.nextAtMs - nowMs, isGlobal: true });
    }
    const before = bucket?.state(nowMs);
    const isExhausted = before?.isExhausted === true;
    if (!isExhausted) {
      global?.take(nowMs);
      bucket?.take(nowMs);
    }
    if (limit !== null && bucket !== null) {
      writeHeaders(reply, { name: limit.bucket, state: bucket.state(nowMs), nowMs });
    }
    return isExhausted
      ? sendRateLimited(reply, { waitMs: before.nextAtMs - nowMs, isGlobal: false })
      : undefined;
  });
}

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
  { name, state, nowMs }: { name: string; state: BucketState; nowMs: number },
): void {
  reply.headers({
    'X-RateLimit-Limit': state.requests,
    'X-RateLimit-Remaining': state.remaining,
    'X-RateLimit-Reset': (state.resetsAtMs / 1000).toFixed(3),
    'X-RateLimit-Reset-After': ((state.resetsAtMs - nowMs) / 1000).toFixed(3),
    'X-RateLimit-Bucket': bucketHash(name),
  });
}

const hashes = new Map<string, string>();

/** Opaque and the same for every top-level resource, like Discord's. */
function bucketHash(name: string): string {
  let hash = hashes.get(name);
  if (hash === undefined) {
    hash = createHash('sha256').update(name).digest('hex').slice(0, 32);
    hashes.set(name, hash);
  }
  return hash;
}
