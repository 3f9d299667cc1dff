import { z } from 'zod';
import type { Queries, Sqlite } from './sqlite.ts';

export const STATISTICS_SCHEMA = `
CREATE TABLE statistics_records (
  account TEXT NOT NULL,
  closes_ms INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  PRIMARY KEY (account, closes_ms)
) STRICT, WITHOUT ROWID;
CREATE TABLE statistics_lifetime (
  account TEXT PRIMARY KEY,
  passed INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  deleted INTEGER NOT NULL
) STRICT, WITHOUT ROWID
`;

/** How many samples got which suggested action. */
export interface Counts {
  passed: number;
  flagged: number;
  deleted: number;
}

/** What came in since the last time, in one account and record. */
export interface Increment extends Counts {
  account: string;
  /** When the record stops recording. */
  closesMs: number;
}

const countsSchema = z.object({ passed: z.number(), flagged: z.number(), deleted: z.number() });

const recordSchema = z
  .object({ closes_ms: z.number(), ...countsSchema.shape })
  .transform(({ closes_ms: closesMs, ...counts }) => ({ closesMs, ...counts }));
export type StatisticsRow = z.infer<typeof recordSchema>;

const ADD_COUNTS = `DO UPDATE SET passed = passed + excluded.passed,
  flagged = flagged + excluded.flagged, deleted = deleted + excluded.deleted`;

/** Adds to the records and to the lifetime counters, within a transaction. */
export async function addCounts(queries: Queries, increments: readonly Increment[]): Promise<void> {
  for (const { account, closesMs, passed, flagged, deleted } of increments) {
    await queries.run(
      `INSERT INTO statistics_records VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (account, closes_ms) ${ADD_COUNTS}`,
      [account, closesMs, passed, flagged, deleted],
    );
    await queries.run(
      `INSERT INTO statistics_lifetime VALUES (?, ?, ?, ?) ON CONFLICT (account) ${ADD_COUNTS}`,
      [account, passed, flagged, deleted],
    );
  }
}

export interface StatisticsStore {
  lifetime(account: string): Promise<Counts>;
  /** The records that closed in a span (both ends in it), oldest first. */
  records(
    account: string,
    span: { fromMs: number; toMs: number; limit: number },
  ): Promise<StatisticsRow[]>;
  /** Removes records that closed before a time; resolves to how many. */
  purge(beforeMs: number): Promise<number>;
}

export function createStatisticsStore(database: Sqlite): StatisticsStore {
  return {
    async lifetime(account) {
      const counts = await database.get(
        countsSchema,
        'SELECT passed, flagged, deleted FROM statistics_lifetime WHERE account = ?',
        [account],
      );
      return counts ?? { passed: 0, flagged: 0, deleted: 0 };
    },
    records: (account, { fromMs, toMs, limit }) =>
      database.all(
        recordSchema,
        `SELECT closes_ms, passed, flagged, deleted FROM statistics_records
         WHERE account = ? AND closes_ms BETWEEN ? AND ? ORDER BY closes_ms LIMIT ?`,
        [account, fromMs, toMs, limit],
      ),
    purge: (beforeMs) =>
      database.run('DELETE FROM statistics_records WHERE closes_ms < ?', [beforeMs]),
  };
}
