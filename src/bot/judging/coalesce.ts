import type { Clock } from '../../shared/clock.ts';

/** The rate from which calls are coalesced, in calls a second. */
export const BUSY_RATE = 500;
/** The most that a call waits. */
export const COALESCE_MS = 10;
/** The rate is that of the last full slot of this time. */
export const SLOT_MS = 100;

/**
 * Runs at once while calls are few, and once for all calls of a moment while they are many. A processor judges messages one right
 * after the other in two thirds of the time that it takes for one now and then: code and weights stay in its caches.
 */
export function coalesce(clock: Clock, run: () => void): () => void {
  let slotEndsMs = 0;
  let calls = 0;
  let isBusy = false;
  let isWaiting = false;

  function count(): void {
    const nowMs = clock.now();
    if (nowMs >= slotEndsMs) {
      isBusy = nowMs < slotEndsMs + SLOT_MS && calls >= (BUSY_RATE * SLOT_MS) / 1_000;
      slotEndsMs = nowMs + SLOT_MS;
      calls = 0;
    }
    calls += 1;
  }

  return () => {
    count();
    if (isWaiting) return;
    if (!isBusy) {
      run();
      return;
    }
    isWaiting = true;
    clock.after(COALESCE_MS, () => {
      isWaiting = false;
      run();
    });
  };
}
