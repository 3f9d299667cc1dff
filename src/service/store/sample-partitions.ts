import { sql } from 'kysely';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import { lockUntilCommit } from '../../shared/database/transaction-lock.ts';
import { DAY_MS } from '../../shared/clock.ts';
import type { ServiceDatabase } from './tables.ts';

/** Limits the wait for a partition that is in use; it is then dropped an hour later. */
const DROP_LOCK_TIMEOUT = '5s';

/** PostgreSQL's partitions with the samples of one day (UTC) each, so that a day's samples can be dropped at once. */
export interface SamplePartitions {
  /** Creates the missing partitions for samples of these times. */
  ensure(timesMs: Iterable<number>): Promise<void>;
  /** Call it after a failed write: somebody else may have removed a partition. */
  forget(): void;
  /** Drops the partitions whose last millisecond lies before a time. */
  dropBefore(timeMs: number): Promise<void>;
}

/** Null: the database has no partitions. */
export function createSamplePartitions(database: ServiceDatabase): SamplePartitions | null {
  if (!isPostgres(database)) return null;
  /** Start times of the days that are known to have a partition. */
  const known = new Set<number>();

  async function create(startMs: number): Promise<void> {
    const name = nameOf(startMs);
    await database.transaction().execute(async (transaction) => {
      await lockUntilCommit(transaction, 'sample partitions');
      const { rows } = await sql<{ exists: boolean }>`
        SELECT to_regclass(${name}) IS NOT NULL AS exists
      `.execute(transaction);
      if (rows[0]?.exists === true) return;
      // The table is attached only afterwards: CREATE TABLE … PARTITION OF would block all reads and writes of samples.
      const table = sql.table(name);
      await sql`CREATE TABLE ${table} (LIKE samples INCLUDING DEFAULTS)`.execute(transaction);
      await sql`
        ALTER TABLE samples ATTACH PARTITION ${table}
        FOR VALUES FROM (${sql.lit(startMs)}) TO (${sql.lit(startMs + DAY_MS)})
      `.execute(transaction);
    });
  }

  return {
    async ensure(timesMs) {
      for (const startMs of new Set(Array.from(timesMs, (timeMs) => timeMs - (timeMs % DAY_MS)))) {
        if (known.has(startMs)) continue;
        await create(startMs);
        known.add(startMs);
      }
    },
    forget: () => known.clear(),
    async dropBefore(timeMs) {
      const { rows } = await sql<{ name: string }>`
        SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'samples'::regclass
      `.execute(database);
      for (const { name } of rows) {
        const startMs = startOf(name);
        if (startMs === null || startMs + DAY_MS > timeMs) continue;
        known.delete(startMs);
        await database.transaction().execute(async (transaction) => {
          await sql`SET LOCAL lock_timeout = ${sql.lit(DROP_LOCK_TIMEOUT)}`.execute(transaction);
          // Another instance may drop it at the same time.
          await sql`DROP TABLE IF EXISTS ${sql.table(name)}`.execute(transaction);
        });
      }
    },
  };
}

/** The name of a partition, such as `samples_20261122`. */
function nameOf(startMs: number): string {
  return `samples_${new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Null: this table is not one of ours. */
function startOf(name: string): number | null {
  const [, year, month, day] = /^samples_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
}
