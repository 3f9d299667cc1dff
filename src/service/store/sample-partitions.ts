import { sql } from 'kysely';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import { lockUntilCommit } from '../../shared/database/transaction-lock.ts';
import { DAY_MS } from '../../shared/clock.ts';
import type { ServiceDatabase } from './tables.ts';

/** A partition that is in use for longer is dropped an hour later. */
const DROP_LOCK_TIMEOUT = '5s';

/** The tables of PostgreSQL that hold the samples of a day each (UTC), so that a day's samples can be dropped at once. */
export interface SamplePartitions {
  /** Creates what is missing for samples of these times. */
  ensure(timesMs: Iterable<number>): Promise<void>;
  /** After a write failed: somebody else may have removed a partition. */
  forget(): void;
  /** Drops the partitions whose last millisecond lies before a time. */
  dropBefore(timeMs: number): Promise<void>;
}

/** Null: the database has no partitions. */
export function createSamplePartitions(database: ServiceDatabase): SamplePartitions | null {
  if (!isPostgres(database)) return null;
  /** The first milliseconds of days that have a partition. */
  const known = new Set<number>();

  async function create(startMs: number): Promise<void> {
    const name = nameOf(startMs);
    await database.transaction().execute(async (transaction) => {
      await lockUntilCommit(transaction, 'sample partitions');
      const { rows } = await sql<{ exists: boolean }>`
        SELECT to_regclass(${name}) IS NOT NULL AS exists
      `.execute(transaction);
      if (rows[0]?.exists === true) return;
      // Attached afterwards: CREATE TABLE … PARTITION OF would stop all others that read or write samples.
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
          // Another instance may drop it, too.
          await sql`DROP TABLE IF EXISTS ${sql.table(name)}`.execute(transaction);
        });
      }
    },
  };
}

/** `samples_20261122`. */
function nameOf(startMs: number): string {
  return `samples_${new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Null: the table is none of ours. */
function startOf(name: string): number | null {
  const [, year, month, day] = /^samples_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
}
