import type { Clock } from '../../../shared/clock.ts';
import { ConnectionError, StatusError } from '../errors.ts';
import type { Pause } from '../calls/pause.ts';

/** Keeps an interval between a search's response and the next search, because the service measures when searches arrive. */
export interface SearchLimit {
  /** Time until a search is allowed, in milliseconds. */
  waitMs(): number;
  /** Runs `search` as soon as allowed. Retries a 429, up to three attempts. */
  run<T>(search: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
}

const TOO_MANY_REQUESTS = 429;
const MAX_TRIES = 3;

export function createSearchLimit(clock: Clock, pause: Pause, intervalMs: number): SearchLimit {
  let freeAtMs = -Infinity;

  const waitMs = (): number => Math.max(0, freeAtMs - clock.now());
  const blockFor = (durationMs: number): void => {
    freeAtMs = clock.now() + durationMs;
  };

  return {
    waitMs,
    async run(search, signal) {
      for (let tries = 1; ; tries += 1) {
        // Several searches may wait for the same moment. The first one runs, the others wait again.
        for (let delayMs = waitMs(); delayMs > 0; delayMs = waitMs()) {
          await pause('statistics search', delayMs, signal);
        }
        blockFor(intervalMs);
        try {
          const value = await search();
          blockFor(intervalMs);
          return value;
        } catch (error) {
          const tooEarly = error instanceof StatusError && error.status === TOO_MANY_REQUESTS;
          if (error instanceof ConnectionError && error.neverSent) blockFor(0);
          else blockFor((tooEarly ? error.retryAfterMs : null) ?? intervalMs);
          if (!tooEarly || tries === MAX_TRIES) throw error;
        }
      }
    },
  };
}
