export const DAY_MS = 24 * 60 * 60 * 1000;

/** Time as a dependency, so that tests control it. All times are milliseconds. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `run` once after `delayMs`. Returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** As in exports for people. `timeMs`: since the Unix epoch. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Resolves after `delayMs`, or when `signal` aborts; the caller must check the signal. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const wake = (): void => {
      cancel();
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const cancel = clock.after(delayMs, wake);
    signal?.addEventListener('abort', wake, { once: true });
  });
}
