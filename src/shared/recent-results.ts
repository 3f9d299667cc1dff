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
  // A ring, because every message adds to several of these.
  const atMs = new Float64Array(size);
  const hasFailed = new Uint8Array(size);
  let oldest = 0;
  let total = 0;
  let failed = 0;

  function dropOldest(): void {
    failed -= hasFailed[oldest] ?? 0;
    oldest = (oldest + 1) % size;
    total -= 1;
  }

  function dropExpired(): void {
    const expiredAtMs = clock.now() - maxAgeMs;
    while (total > 0 && (atMs[oldest] ?? 0) < expiredAtMs) dropOldest();
  }

  return {
    add(result) {
      if (total === size) dropOldest();
      const at = (oldest + total) % size;
      atMs[at] = clock.now();
      hasFailed[at] = result === 'failed' ? 1 : 0;
      failed += hasFailed[at];
      total += 1;
    },
    counts() {
      dropExpired();
      return { total, failed };
    },
    clear() {
      total = 0;
      failed = 0;
    },
  };
}
