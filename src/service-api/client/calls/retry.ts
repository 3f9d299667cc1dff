import {
  ConnectionError,
  InvalidResponseError,
  StatusError,
  TimeoutError,
  type ClientError,
} from '../errors.ts';

/** Limits Retry-After to a day, because timers over 24.8 days fire at once. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

const TOO_MANY_REQUESTS = 429;

/** True if the service failed, as opposed to the request. The circuit breaker counts these. */
export function isServiceFailure(error: ClientError): boolean {
  return (
    error instanceof TimeoutError ||
    error instanceof ConnectionError ||
    error instanceof InvalidResponseError ||
    (error instanceof StatusError && error.status >= 500)
  );
}

/** True if a retry is safe and may succeed. */
export function isRetryable(error: ClientError, repeatable: boolean): boolean {
  if (!repeatable) return error instanceof ConnectionError && error.neverSent;
  return (
    isServiceFailure(error) || (error instanceof StatusError && error.status === TOO_MANY_REQUESTS)
  );
}

/** The wait after attempt number `tries`, in milliseconds: Retry-After plus an exponential backoff with jitter. */
export function retryDelayMs(
  tries: number,
  retryAfterMs: number | null,
  { backoffMs, random }: { backoffMs: number; random: () => number },
): number {
  const ceilingMs = backoffMs * 2 ** (tries - 1);
  return (retryAfterMs ?? 0) + Math.round((ceilingMs * (1 + random())) / 2);
}

const SECONDS = /^\d+$/;
/** Every HTTP date format starts with a day name (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Parses `Retry-After` (seconds or an HTTP date) into milliseconds. Null: absent or invalid. */
export function parseRetryAfterMs(
  header: string | string[] | undefined,
  nowMs: number,
): number | null {
  if (typeof header !== 'string') return null;
  const value = header.trim();
  if (SECONDS.test(value)) return Math.min(Number(value) * 1_000, MAX_RETRY_AFTER_MS);
  if (!HTTP_DATE.test(value)) return null;
  // The asctime format has no zone and means GMT.
  const atMs = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  if (Number.isNaN(atMs)) return null;
  return Math.min(Math.max(0, atMs - nowMs), MAX_RETRY_AFTER_MS);
}
