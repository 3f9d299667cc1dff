import type { SamplePartitions } from './sample-partitions.ts';
import type { ServiceDatabase } from './tables.ts';

/** SQLite allows 32,766 parameters per statement, and a sample takes 7. */
const MAX_ROWS = 1_000;

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

/** Adds samples within a transaction, many per statement: a statement's fixed cost dominates. */
export async function addSamples(
  transaction: ServiceDatabase,
  samples: readonly StoredSample[],
): Promise<void> {
  const rows = samples.map(({ timeMs, ...sample }) => ({ ...sample, time_ms: timeMs }));
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    await transaction
      .insertInto('samples')
      .values(rows.slice(start, start + MAX_ROWS))
      .execute();
  }
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
