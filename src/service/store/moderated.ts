import { addSamples, type StoredSample } from './samples.ts';
import type { Sqlite } from './sqlite.ts';
import { addCounts, type Increment } from './statistics.ts';

/** What moderation leaves behind in a moment. */
export interface Batch {
  samples: readonly StoredSample[];
  increments: readonly Increment[];
}

/** Where it goes. */
export interface ModeratedStore {
  /** All of it or nothing. */
  add(batch: Batch): Promise<void>;
}

export function createModeratedStore(database: Sqlite): ModeratedStore {
  return {
    add: ({ samples, increments }) =>
      database.transaction(async (queries) => {
        await addSamples(queries, samples);
        await addCounts(queries, increments);
      }),
  };
}
