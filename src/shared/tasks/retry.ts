import { backoffMs, MAX_BACKOFF_MS } from './backoff.ts';
import { sleep, type Clock } from '../clock.ts';
import type { ErrorContext, LogError } from '../throttled-error-log.ts';
import { StoppedError } from './stopped-error.ts';

/** The other side is unreachable or overloaded; retry later. */
export interface Unavailable {
  status: 'unavailable';
  reason: string;
  /** Only for notices: time until Discord's limit on new direct message channels ends. */
  retryAfterMs?: number;
}

export interface RetryContext {
  readonly clock: Clock;
  /** From 0 to below 1, like `Math.random`. */
  readonly random: () => number;
  /** Aborts with a `StoppedError` when the bot stops. */
  readonly signal: AbortSignal;
  readonly logError: LogError;
}

/**
 * Runs until it succeeds, however long that takes: giving up would lose the message or the case. An attempt fails if it throws or
 * if Discord is unavailable. Rejects with a `StoppedError` if the bot stops during a wait.
 */
export type Retry = <T>(
  errorContext: ErrorContext,
  run: (attempt: number) => Promise<T | Unavailable>,
) => Promise<T>;

export function createRetry({ clock, random, signal, logError }: RetryContext): Retry {
  return async (errorContext, run) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await run(attempt);
        if (!isUnavailable(result)) return result;
        logError(errorContext, new Error(result.reason));
      } catch (error) {
        if (error instanceof StoppedError) throw error;
        logError(errorContext, error);
      }
      await sleep(clock, backoffMs(attempt, MAX_BACKOFF_MS, random), signal);
      signal.throwIfAborted();
    }
  };
}

function isUnavailable(result: unknown): result is Unavailable {
  return (
    typeof result === 'object' &&
    result !== null &&
    'status' in result &&
    result.status === 'unavailable'
  );
}
