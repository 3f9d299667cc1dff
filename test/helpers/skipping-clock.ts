import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../src/shared/clock.ts';

/** A real-time clock that a test can move forward, for tests with real sockets. */
export interface SkippingClock extends Clock {
  /** Moves forward by `ms` milliseconds. Timers that are due then run in order. */
  skip(ms: number): void;
  /** Skips a second at a time until the condition holds, with real pauses for socket traffic. */
  skipUntil(condition: () => boolean): Promise<void>;
}

const STEP_MS = 1000;
/** The pause between two steps: enough for a few round trips on the loopback interface. */
const PAUSE_MS = 15;
const MAX_STEPS = 600;

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/** Starts `agoMs` milliseconds in the past. */
export function createSkippingClock(agoMs = 0): SkippingClock {
  let skippedMs = -agoMs;
  const timers = new Map<Timer, NodeJS.Timeout>();
  const now = (): number => Date.now() + skippedMs;

  function fire(timer: Timer): void {
    clearTimeout(timers.get(timer));
    timers.delete(timer);
    timer.run();
  }

  function skip(ms: number): void {
    skippedMs += ms;
    const due = [...timers.keys()].filter(({ dueMs }) => dueMs <= now());
    for (const timer of due.sort((a, b) => a.dueMs - b.dueMs)) if (timers.has(timer)) fire(timer);
  }

  return {
    now,
    after(delayMs, run) {
      const timer = { dueMs: now() + delayMs, run };
      timers.set(
        timer,
        setTimeout(() => fire(timer), delayMs),
      );
      return () => {
        clearTimeout(timers.get(timer));
        timers.delete(timer);
      };
    },
    skip,
    async skipUntil(condition) {
      for (let steps = 0; !condition(); steps += 1) {
        if (steps === MAX_STEPS) {
          throw new Error(`The condition did not hold within ${MAX_STEPS} seconds.`);
        }
        skip(STEP_MS);
        await wait(PAUSE_MS);
      }
    },
  };
}
