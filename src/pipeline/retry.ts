import { backoffMs } from '../lib/backoff.ts';
import { sleep, type Clock } from '../lib/clock.ts';
import type { Complain, Trouble } from '../lib/complain.ts';
import type { Logger } from '../lib/logger.ts';
import { PipelineStopped } from './errors.ts';

/** What everything that waits in the pipeline shares. */
export interface Waiting {
  readonly clock: Clock;
  /** Between 0 and 1, as `Math.random`. */
  readonly random: () => number;
  readonly logger: Logger;
  /** Aborts with a `PipelineStopped` when the pipeline stops. */
  readonly signal: AbortSignal;
}

/** Waits; throws `PipelineStopped` when the pipeline stops before or meanwhile. */
export async function pause({ clock, signal }: Waiting, delayMs: number): Promise<void> {
  await sleep(clock, delayMs, signal);
  signal.throwIfAborted();
}

export interface Retry {
  /**
   * Runs until it succeeds or the pipeline stops. For faults nobody foresaw (a full disk, a bug): giving up
   * would lose what it is about.
   */
  <T>(trouble: Trouble, run: (attempt: number) => Promise<T>): Promise<T>;
}

const MAX_WAIT_MS = 60_000;

export function createRetry(waiting: Waiting, complain: Complain): Retry {
  return async (trouble, run) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await run(attempt);
      } catch (error) {
        if (error instanceof PipelineStopped) throw error;
        complain(trouble, error);
        await pause(waiting, backoffMs(attempt, MAX_WAIT_MS, waiting.random));
      }
    }
  };
}
