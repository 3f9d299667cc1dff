import type { RateLimit } from './limit-table.ts';

export interface BucketState {
  readonly requests: number;
  readonly isExhausted: boolean;
  readonly remaining: number;
  readonly resetsAtMs: number;
  /** When the next request is allowed. */
  readonly nextAtMs: number;
}

export interface Bucket {
  state(nowMs: number): BucketState;
  take(nowMs: number): void;
  isFull(nowMs: number): boolean;
}

/** Multiplies the number of requests by `factor`. */
export function createBucket(limit: RateLimit, factor: number): Bucket {
  const requests = Math.max(1, Math.floor(limit.requests * factor));
  return limit.refill === 'steady'
    ? createSteadyBucket(requests, limit.windowMs)
    : createWindowBucket(requests, limit.windowMs);
}

function createSteadyBucket(requests: number, windowMs: number): Bucket {
  const refillMs = windowMs / requests;
  let fullAtMs = 0;
  return {
    state(nowMs) {
      const resetsAtMs = Math.max(fullAtMs, nowMs);
      // The small addend makes up for the rounding of refillMs.
      const remaining = Math.floor((windowMs - (resetsAtMs - nowMs)) / refillMs + 1e-6);
      return {
        requests,
        isExhausted: remaining < 1,
        remaining: Math.max(0, remaining),
        resetsAtMs,
        nextAtMs: Math.max(nowMs, resetsAtMs - windowMs + refillMs),
      };
    },
    take(nowMs) {
      fullAtMs = Math.max(fullAtMs, nowMs) + refillMs;
    },
    isFull: (nowMs) => fullAtMs <= nowMs,
  };
}

function createWindowBucket(requests: number, windowMs: number): Bucket {
  let taken = 0;
  let endsAtMs = 0;
  return {
    state(nowMs) {
      const isOver = endsAtMs <= nowMs;
      const remaining = isOver ? requests : requests - taken;
      const resetsAtMs = isOver ? nowMs + windowMs : endsAtMs;
      const isExhausted = remaining < 1;
      return {
        requests,
        isExhausted,
        remaining,
        resetsAtMs,
        nextAtMs: isExhausted ? endsAtMs : nowMs,
      };
    },
    take(nowMs) {
      if (endsAtMs <= nowMs) {
        endsAtMs = nowMs + windowMs;
        taken = 0;
      }
      taken += 1;
    },
    isFull: (nowMs) => endsAtMs <= nowMs,
  };
}
