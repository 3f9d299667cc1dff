import type { Clock } from './clock.ts';

/** The results of the latest calls, so that a service is judged by its error rate instead of by a single call. */
export interface RecentResults {
  add(result: 'ok' | 'failed'): void;
  counts(): { total: number; failed: number };
  clear(): void;
}

/** Keeps at most `size` results, none older than `maxAgeMs`. */
export function createRecentResults(
  clock: Clock,
  { size, maxAgeMs }: { size: number; maxAgeMs: number },
): RecentResults {
  let results: { atMs: number; hasFailed: boolean }[] = [];
  let failed = 0;

  function dropOldest(): void {
    if (results.shift()?.hasFailed === true) failed -= 1;
  }

  function dropExpired(): void {
    const expiredAtMs = clock.now() - maxAgeMs;
    while (results[0] !== undefined && results[0].atMs < expiredAtMs) dropOldest();
  }

  return {
    add(result) {
      if (results.length === size) dropOldest();
      const hasFailed = result === 'failed';
      results.push({ atMs: clock.now(), hasFailed });
      if (hasFailed) failed += 1;
    },
    counts() {
      dropExpired();
      return { total: results.length, failed };
    },
    clear() {
      results = [];
      failed = 0;
    },
  };
}
