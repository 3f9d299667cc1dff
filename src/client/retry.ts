import { ConnectionError, StatusError, TimeoutError, type ClientError } from './errors.ts';

/** No Retry-After is believed beyond a day: a timer set for more than 24.8 days would fire at once. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

const TOO_MANY_REQUESTS = 429;

/** Whether the service itself failed, not the request: what the circuit counts. */
export function isServiceFailure(error: ClientError): boolean {
  return (
    error instanceof TimeoutError ||
    error instanceof ConnectionError ||
    (error instanceof StatusError && error.status >= 500)
  );
}

/** Whether the same request may, and may be worth to, be sent again in a moment. */
export function isRetryable(error: ClientError, repeatable: boolean): boolean {
  if (!repeatable) return error instanceof ConnectionError && error.neverSent;
  return (
    isServiceFailure(error) || (error instanceof StatusError && error.status === TOO_MANY_REQUESTS)
  );
}

/**
 * The pause after the `tries`th attempt, in milliseconds: what the service asked for, and on top of it between
 * half and all of a backoff that doubles each time, so that not everyone comes back at once.
 */
export function retryDelayMs(
  tries: number,
  retryAfterMs: number | null,
  { backoffMs, random }: { backoffMs: number; random: () => number },
): number {
  const ceilingMs = backoffMs * 2 ** (tries - 1);
  return (retryAfterMs ?? 0) + Math.round((ceilingMs * (1 + random())) / 2);
}

const SECONDS = /^\d+$/;
/** Every form of an HTTP date starts with the day's name (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Reads `Retry-After`, seconds or an HTTP date; null where it is absent or makes no sense. */
export function parseRetryAfterMs(
  header: string | string[] | undefined,
  nowMs: number,
): number | null {
  if (typeof header !== 'string') return null;
  const value = header.trim();
  if (SECONDS.test(value)) return Math.min(Number(value) * 1_000, MAX_RETRY_AFTER_MS);
  if (!HTTP_DATE.test(value)) return null;
  // The asctime form names no zone, and means GMT like the others.
  const atMs = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  if (Number.isNaN(atMs)) return null;
  return Math.min(Math.max(0, atMs - nowMs), MAX_RETRY_AFTER_MS);
}
