import type { Queries, Sqlite } from './sqlite.ts';

export const SAMPLES_SCHEMA = `
CREATE TABLE samples (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  time_ms INTEGER NOT NULL,
  sample TEXT NOT NULL,
  sentiment REAL NOT NULL,
  political REAL NOT NULL,
  vulgarity REAL NOT NULL,
  version TEXT NOT NULL
) STRICT;
CREATE INDEX samples_by_time ON samples (time_ms, account)
`;

/** A moderated sample, as it is kept: without personal data. */
export interface StoredSample {
  account: string;
  timeMs: number;
  sample: string;
  sentiment: number;
  political: number;
  vulgarity: number;
  /** Of the engine that judged it. */
  version: string;
}

/** Adds samples within a transaction. One statement for all, since most of a statement's cost is asking it. */
export async function addSamples(
  queries: Queries,
  samples: readonly StoredSample[],
): Promise<void> {
  await queries.run(
    `INSERT INTO samples (account, time_ms, sample, sentiment, political, vulgarity, version)
     SELECT value ->> 'account', value ->> 'timeMs', value ->> 'sample', value ->> 'sentiment',
            value ->> 'political', value ->> 'vulgarity', value ->> 'version'
     FROM json_each(?)`,
    [JSON.stringify(samples)],
  );
}

/** Removes samples from before a time; resolves to how many. */
export function removeSamples(database: Sqlite, beforeMs: number): Promise<number> {
  return database.run('DELETE FROM samples WHERE time_ms < ?', [beforeMs]);
}
