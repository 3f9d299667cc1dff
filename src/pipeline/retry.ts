import { sleep, type Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
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

/** A doubled wait for each attempt, from 0 on, with jitter in its upper half so that retries spread out. */
export function backoffMs(attempt: number, maxMs: number, random: () => number): number {
  const ceiling = Math.min(maxMs, 1000 * 2 ** attempt);
  return ceiling / 2 + (random() * ceiling) / 2;
}

/** Waits; throws `PipelineStopped` when the pipeline stops before or meanwhile. */
export async function pause({ clock, signal }: Waiting, delayMs: number): Promise<void> {
  await sleep(clock, delayMs, signal);
  signal.throwIfAborted();
}

/** What went wrong, as the operator reads it. */
export interface Trouble {
  /** Names the operation, such as `moderating a message`. At most a line a minute is logged under each name. */
  readonly what: string;
  readonly ids: Readonly<Record<string, string | number>>;
}

export interface Retry {
  /**
   * Runs until it succeeds or the pipeline stops. For faults nobody foresaw (a full disk, a bug): giving up
   * would lose what it is about.
   */
  <T>(trouble: Trouble, run: (attempt: number) => Promise<T>): Promise<T>;
}

/** Logs troubles, but a thousand messages with the same fault do not fill the log. */
export type Complain = (trouble: Trouble, error: unknown) => void;

const LINE_EVERY_MS = 60_000;
const MAX_WAIT_MS = 60_000;

export function createComplain({ clock, logger }: Pick<Waiting, 'clock' | 'logger'>): Complain {
  const lines = new Map<string, { at: number; silenced: number }>();
  return ({ what, ids }, error) => {
    const last = lines.get(what);
    if (last !== undefined && clock.now() - last.at < LINE_EVERY_MS) {
      last.silenced += 1;
      return;
    }
    lines.set(what, { at: clock.now(), silenced: 0 });
    logger.error(
      { ...ids, error: messageOf(error), silenced: last?.silenced ?? 0 },
      `${what} failed`,
    );
  };
}

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
