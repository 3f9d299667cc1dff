import type { Clock } from '../lib/clock.ts';
import { SEARCH_INTERVAL_MS } from '../protocol/statistics.ts';
import { ConnectionError, StatusError } from './errors.ts';
import type { Pause } from './pause.ts';

/** Keeps searches two minutes apart, counted from one's answer to the next one's start: the service counts arrivals. */
export interface SearchLimit {
  /** How long a search would have to wait now, in milliseconds. */
  waitMs(): number;
  /** Runs `search` when its time has come; one that is too early for the service after all (429) again, three times in all. */
  run<T>(search: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
}

const TOO_MANY_REQUESTS = 429;
const MAX_TRIES = 3;

export function createSearchLimit(clock: Clock, pause: Pause): SearchLimit {
  let freeAtMs = -Infinity;

  const waitMs = (): number => Math.max(0, freeAtMs - clock.now());
  const rest = (restMs: number): void => {
    freeAtMs = clock.now() + restMs;
  };

  return {
    waitMs,
    async run(search, signal) {
      for (let tries = 1; ; tries += 1) {
        // Several may wait for the same moment: the first to wake takes it, the others wait on.
        for (let delayMs = waitMs(); delayMs > 0; delayMs = waitMs()) {
          await pause('statistics search', delayMs, signal);
        }
        rest(SEARCH_INTERVAL_MS);
        try {
          const value = await search();
          rest(SEARCH_INTERVAL_MS);
          return value;
        } catch (error) {
          const tooEarly = error instanceof StatusError && error.status === TOO_MANY_REQUESTS;
          if (error instanceof ConnectionError && error.neverSent) rest(0);
          else rest((tooEarly ? error.retryAfterMs : null) ?? SEARCH_INTERVAL_MS);
          if (!tooEarly || tries === MAX_TRIES) throw error;
        }
      }
    },
  };
}
