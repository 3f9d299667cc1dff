import type { Clock } from './clock.ts';
import { errorMessage } from './errors.ts';
import type { Logger } from './logger.ts';

/** The operation that failed, and its ids, for the log. */
export interface ErrorContext {
  /** Names the operation, such as `acting on a message`. At most one line per minute is logged for each name. */
  readonly operation: string;
  readonly ids: Readonly<Record<string, string | number>>;
}

/** Logs an error, but not once for each of a thousand messages with the same problem. */
export type LogError = (context: ErrorContext, error: unknown) => void;

const LOG_INTERVAL_MS = 60_000;

export function createThrottledErrorLog({
  clock,
  logger,
}: {
  clock: Clock;
  logger: Logger;
}): LogError {
  const lines = new Map<string, { at: number; suppressed: number }>();
  return ({ operation: what, ids }, error) => {
    const last = lines.get(what);
    if (last !== undefined && clock.now() - last.at < LOG_INTERVAL_MS) {
      last.suppressed += 1;
      return;
    }
    lines.set(what, { at: clock.now(), suppressed: 0 });
    logger.error(
      { ...ids, error: errorMessage(error), suppressed: last?.suppressed ?? 0 },
      `${what} failed`,
    );
  };
}
