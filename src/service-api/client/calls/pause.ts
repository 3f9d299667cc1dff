import { sleep, type Clock } from '../../../shared/clock.ts';
import { ClosedError } from '../errors.ts';

/** Waits between requests. Rejects with the reason of `signal`, or with a `ClosedError` that names `operation`. */
export type Pause = (
  operation: string,
  delayMs: number,
  signal: AbortSignal | undefined,
) => Promise<void>;

/** `closing` aborts when the client closes, so that no wait outlives it. */
export function createPause(clock: Clock, closing: AbortSignal): Pause {
  return async (operation, delayMs, signal) => {
    await sleep(clock, delayMs, signal ? AbortSignal.any([signal, closing]) : closing);
    signal?.throwIfAborted();
    if (closing.aborted) throw new ClosedError(operation);
  };
}
