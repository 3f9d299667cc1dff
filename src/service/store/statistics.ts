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
  /** When the record closes. */
  closesMs: number;
}

export interface StatisticsRow extends Counts {
  closesMs: number;
}

/** Adds to the records and the lifetime counters, within a transaction. */
export async function addCounts(
  transaction: ServiceDatabase,
  increments: readonly Increment[],
): Promise<void> {
  for (const { account, closesMs, passed, flagged, deleted } of increments) {
    const counts = { passed, flagged, deleted };
    await transaction
      .insertInto('statistics_records')
      .values({ account, closes_ms: closesMs, ...counts })
      .onConflict((conflict) =>
        conflict.columns(['account', 'closes_ms']).doUpdateSet((update) => ({
          passed: update('statistics_records.passed', '+', passed),
          flagged: update('statistics_records.flagged', '+', flagged),
          deleted: update('statistics_records.deleted', '+', deleted),
        })),
      )
      .execute();
    await transaction
      .insertInto('statistics_lifetime')
      .values({ account, ...counts })
      .onConflict((conflict) =>
        conflict.column('account').doUpdateSet((update) => ({
          passed: update('statistics_lifetime.passed', '+', passed),
          flagged: update('statistics_lifetime.flagged', '+', flagged),
          deleted: update('statistics_lifetime.deleted', '+', deleted),
        })),
      )
      .execute();
  }
}

export interface StatisticsStore {
  lifetime(account: string): Promise<Counts>;
  /** The records that closed in a span (both ends inclusive), oldest first. */
  records(
    account: string,
    span: { fromMs: number; toMs: number; limit: number },
  ): Promise<StatisticsRow[]>;
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
    async purge(beforeMs) {
      const { numDeletedRows } = await database
        .deleteFrom('statistics_records')
        .where('closes_ms', '<', beforeMs)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
