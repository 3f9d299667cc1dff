import type { Clock } from '../../src/lib/clock.ts';

/** A clock whose time passes only when a test says so. */
export interface FakeClock extends Clock {
  /**
   * Lets `ms` milliseconds pass. Timers run synchronously, in the order they fall due (those due together
   * in the order they were set), each seeing its own due time as `now()`; a timer set meanwhile runs too
   * when it falls due within the span. What promises do afterwards is not awaited.
   */
  advance(ms: number): void;
  /** How long each pending timer has still to go, in milliseconds, soonest first. */
  pending(): number[];
}

interface Timer {
  dueMs: number;
  run: () => void;
}

/** Starts at `startMs` since the Unix epoch; by default at a moment that no test should care about. */
export function createFakeClock(startMs = Date.UTC(2025, 0, 1)): FakeClock {
  let nowMs = startMs;
  const timers = new Set<Timer>();

  /** Sorting is stable and a set keeps its order of insertion, so timers due together stay in order. */
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
