import type { Clock } from '../../shared/clock.ts';
import {
  MAX_SEARCH_RECORDS,
  roundToHourMs,
  type LifetimeCounters,
  type StatisticsRecord,
} from '../../service-api/schemas/statistics.ts';
import type { Counts, StatisticsRow, StatisticsStore } from '../store/statistics.ts';

/** How long statistics records are kept; the interface sets no limit. */
export const RECORD_RETENTION_MS = 90 * 24 * 60 * 60 * 1_000;

export type SearchOutcome =
  | { kind: 'records'; records: StatisticsRecord[] }
  | { kind: 'too_early'; retryAfterMs: number };

export interface Statistics {
  lifetime(account: string): Promise<LifetimeCounters>;
  /** The closed records of a span rounded to hours, oldest first. Searches are limited per account, across all instances. */
  search(account: string, span: { fromMs: number; toMs: number }): Promise<SearchOutcome>;
}

function total({ passed, flagged, deleted }: Counts): number {
  return passed + flagged + deleted;
}

function toRecord({ closesMs, ...counts }: StatisticsRow): StatisticsRecord {
  return {
    commentsPassed: counts.passed,
    commentsTotal: total(counts),
    commentsDeleted: counts.deleted,
    commentsFlagged: counts.flagged,
    requestTime: { value: new Date(closesMs).toISOString() },
  };
}

export function createStatistics(deps: {
  store: StatisticsStore;
  /** Minimum time between two searches of an account. 0: no limit. */
  searchIntervalMs: number;
  /** Resolves once everything moderated so far is counted. */
  flush: () => Promise<void>;
  clock: Clock;
}): Statistics {
  const { store, searchIntervalMs, flush, clock } = deps;
  return {
    async lifetime(account) {
      await flush();
      const counts = await store.lifetime(account);
      return {
        commentsPassed: String(counts.passed),
        commentsTotal: String(total(counts)),
        commentsDeleted: String(counts.deleted),
        commentsFlagged: String(counts.flagged),
      };
    },
    async search(account, { fromMs, toMs }) {
      const nowMs = clock.now();
      const times = { nowMs, intervalMs: searchIntervalMs };
      const lastMs = await store.beginSearch(account, times);
      if (lastMs !== null) {
        return { kind: 'too_early', retryAfterMs: lastMs + searchIntervalMs - nowMs };
      }
      await flush();
      const rows = await store.records(account, {
        fromMs: roundToHourMs(fromMs),
        // Exclude the record that is still open.
        toMs: Math.min(roundToHourMs(toMs), nowMs),
        limit: MAX_SEARCH_RECORDS,
      });
      return { kind: 'records', records: rows.map(toRecord) };
    },
  };
}
