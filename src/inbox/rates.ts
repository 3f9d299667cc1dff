import type { Clock } from '../lib/clock.ts';

const WINDOW_MS = 60_000;

/** Counts occurrences in the last minute, by key. */
export interface Rates {
  add(key: string, count: number): void;
  lastMinute(key: string): number;
}

export function createRates(clock: Clock): Rates {
  const byKey = new Map<string, { readonly at: number; readonly count: number }[]>();

  function recent(key: string): { readonly at: number; readonly count: number }[] {
    const since = clock.now() - WINDOW_MS;
    const kept = (byKey.get(key) ?? []).filter(({ at }) => at > since);
    if (kept.length === 0) byKey.delete(key);
    else byKey.set(key, kept);
    return kept;
  }

  return {
    add(key, count) {
      byKey.set(key, [...recent(key), { at: clock.now(), count }]);
    },
    lastMinute: (key) => recent(key).reduce((sum, { count }) => sum + count, 0),
  };
}
