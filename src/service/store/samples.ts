import { sql } from 'kysely';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import type { SamplePartitions } from './sample-partitions.ts';
import type { ServiceDatabase } from './tables.ts';

/** A stored sample, without personal data. */
export interface StoredSample {
  account: string;
  timeMs: number;
  sample: string;
  sentiment: number;
  political: number;
  vulgarity: number;
  /** The version of the engine that scored it. */
  version: string;
}

/**
 * Adds samples within a transaction. They are all passed as one parameter of a statement that never changes: building a statement
 * for their number would cost more than storing them.
 */
export async function addSamples(
  transaction: ServiceDatabase,
  samples: readonly StoredSample[],
): Promise<void> {
  const rows = JSON.stringify(
    samples.map(({ account, timeMs, sample, sentiment, political, vulgarity, version }) => [
      account,
      timeMs,
      sample,
      sentiment,
      political,
      vulgarity,
      version,
    ]),
  );
  const insert = sql`INSERT INTO samples (account, time_ms, sample, sentiment, political, vulgarity, version)`;
  const query = isPostgres(transaction)
    ? sql`${insert} SELECT value ->> 0, (value ->> 1)::bigint, value ->> 2, (value ->> 3)::float8, (value ->> 4)::float8,
        (value ->> 5)::float8, value ->> 6 FROM json_array_elements(${rows}::json)`
    : sql`${insert} SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
        FROM json_each(${rows})`;
  await query.execute(transaction);
}

/**
 * Removes samples older than a time. With partitions, a day's samples are dropped together, once the newest of them is
 * that old.
 */
export async function removeSamples(
  database: ServiceDatabase,
  partitions: SamplePartitions | null,
  beforeMs: number,
): Promise<void> {
  if (partitions !== null) await partitions.dropBefore(beforeMs);
  else await database.deleteFrom('samples').where('time_ms', '<', beforeMs).execute();
}
