import { setImmediate } from 'node:timers/promises';
import type { FakeClock } from './fake-clock.ts';

/** Lets all promises settle, except those that wait for a clock or for the test. */
export async function turn(): Promise<void> {
  await setImmediate();
}

/** Advances the clock in steps of at most a second and lets promises settle after each. */
export async function pass(clock: FakeClock, ms: number): Promise<void> {
  await turn();
  for (let left = ms; left > 0; left -= 1000) {
    clock.advance(Math.min(left, 1000));
    await turn();
  }
}
