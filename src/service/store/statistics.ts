import type { ServiceDatabase } from './tables.ts';

/** Samples by suggested action. */
export interface Counts {
  passed: number;
  flagged: number;
  deleted: number;
}

/** The counts since the last write, for one account and record. */
export interface Increment extends Counts {
  account: string;
  /** Time at which the record closes. */
  closesMs: number;
}

export interface StatisticsRow extends Counts {
  closesMs: number;
}

/**
 * Adds to the records and the lifetime counters, within a transaction. All instances lock the rows in the same order, so that
 * they never deadlock.
 */
export async function addCounts(
  transaction: ServiceDatabase,
  increments: readonly Increment[],
): Promise<void> {
  if (increments.length === 0) return;
  const records = increments
    .map(({ closesMs, ...increment }) => ({ ...increment, closes_ms: closesMs }))
    .sort((a, b) => compare(a.account, b.account) || a.closes_ms - b.closes_ms);
  await transaction
    .insertInto('statistics_records')
    .values(records)
    .onConflict((conflict) =>
      conflict.columns(['account', 'closes_ms']).doUpdateSet(({ eb, ref }) => ({
        passed: eb(ref('statistics_records.passed'), '+', ref('excluded.passed')),
        flagged: eb(ref('statistics_records.flagged'), '+', ref('excluded.flagged')),
        deleted: eb(ref('statistics_records.deleted'), '+', ref('excluded.deleted')),
      })),
    )
    .execute();
  await transaction
    .insertInto('statistics_lifetime')
    .values(totals(increments).sort((a, b) => compare(a.account, b.account)))
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet(({ eb, ref }) => ({
        passed: eb(ref('statistics_lifetime.passed'), '+', ref('excluded.passed')),
        flagged: eb(ref('statistics_lifetime.flagged'), '+', ref('excluded.flagged')),
        deleted: eb(ref('statistics_lifetime.deleted'), '+', ref('excluded.deleted')),
      })),
    )
    .execute();
}

/** Unlike `localeCompare`, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function totals(increments: readonly Increment[]): (Counts & { account: string })[] {
  const byAccount = new Map<string, Counts & { account: string }>();
  for (const { account, passed, flagged, deleted } of increments) {
    const sum = byAccount.get(account) ?? { account, passed: 0, flagged: 0, deleted: 0 };
    sum.passed += passed;
    sum.flagged += flagged;
    sum.deleted += deleted;
    byAccount.set(account, sum);
  }
  return [...byAccount.values()];
}

export interface StatisticsStore {
  lifetime(account: string): Promise<Counts>;
  /** The records that closed in a span (both ends inclusive), oldest first. */
  records(
    account: string,
    span: { fromMs: number; toMs: number; limit: number },
  ): Promise<StatisticsRow[]>;
  /**
   * Records a search and resolves to null. If the account's last search is less than `intervalMs` ago, changes nothing and
   * resolves to the time of that search.
   */
  beginSearch(
    account: string,
    times: { nowMs: number; intervalMs: number },
  ): Promise<number | null>;
  /** Removes records that closed before a time; resolves to their number. */
  purge(beforeMs: number): Promise<number>;
}

export function createStatisticsStore(database: ServiceDatabase): StatisticsStore {
  return {
    async lifetime(account) {
      const counts = await database
        .selectFrom('statistics_lifetime')
        .select(['passed', 'flagged', 'deleted'])
        .where('account', '=', account)
        .executeTakeFirst();
      return counts ?? { passed: 0, flagged: 0, deleted: 0 };
    },
    records: (account, { fromMs, toMs, limit }) =>
      database
        .selectFrom('statistics_records')
        .select(['closes_ms as closesMs', 'passed', 'flagged', 'deleted'])
        .where('account', '=', account)
        .where('closes_ms', '>=', fromMs)
        .where('closes_ms', '<=', toMs)
        .orderBy('closes_ms')
        .limit(limit)
        .execute(),
    async beginSearch(account, { nowMs, intervalMs }) {
      const begun = await database
        .insertInto('statistics_searches')
        .values({ account, searched_ms: nowMs })
        .onConflict((conflict) =>
          conflict
            .column('account')
            .doUpdateSet({ searched_ms: nowMs })
            .where('statistics_searches.searched_ms', '<=', nowMs - intervalMs),
        )
        .returning('searched_ms')
        .executeTakeFirst();
      if (begun !== undefined) return null;
      const last = await database
        .selectFrom('statistics_searches')
        .select('searched_ms')
        .where('account', '=', account)
        .executeTakeFirstOrThrow();
      return last.searched_ms;
    },
    async purge(beforeMs) {
      const { numDeletedRows } = await database
        .deleteFrom('statistics_records')
        .where('closes_ms', '<', beforeMs)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
