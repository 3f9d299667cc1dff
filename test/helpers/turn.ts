import { setImmediate } from 'node:timers/promises';
import type { FakeClock } from './fake-clock.ts';

/** Lets every promise that can settle do so: what waits after it waits for a clock or for the test. */
export async function turn(): Promise<void> {
  await setImmediate();
}

/** Lets time pass in steps of at most a second, with everything that follows from each. */
export async function pass(clock: FakeClock, ms: number): Promise<void> {
  await turn();
  for (let left = ms; left > 0; left -= 1000) {
    clock.advance(Math.min(left, 1000));
    await turn();
  }
}
