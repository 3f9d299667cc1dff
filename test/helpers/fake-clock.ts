import type { Clock } from '../../src/shared/clock.ts';

/** A clock that a test advances. */
export interface FakeClock extends Clock {
  /**
   * Advances by `ms` milliseconds. Timers run synchronously in the order they are due (equal ones in the order they were
   * set), with their due time as `now()`; timers set in the meantime run if they are due within the span. Promises are
   * not awaited.
   */
  advance(ms: number): void;
  /** The remaining milliseconds of each pending timer, soonest first. */
  pending(): number[];
}

interface Timer {
  dueMs: number;
  run: () => void;
}

/** Starts at `startMs` since the Unix epoch; the default is arbitrary. */
export function createFakeClock(startMs = Date.UTC(2025, 0, 1)): FakeClock {
  let nowMs = startMs;
  const timers = new Set<Timer>();

  /** Sorting is stable and a set keeps insertion order, so timers with the same due time stay in order. */
  const soonestFirst = (): Timer[] => [...timers].sort((a, b) => a.dueMs - b.dueMs);

  return {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { dueMs: nowMs + Math.max(0, delayMs), run };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const next = soonestFirst()[0];
        if (next === undefined || next.dueMs > endMs) break;
        timers.delete(next);
        nowMs = next.dueMs;
        next.run();
      }
      nowMs = endMs;
    },
    pending: () => soonestFirst().map((timer) => timer.dueMs - nowMs),
  };
}
