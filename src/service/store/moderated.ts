import { addSamples, type StoredSample } from './samples.ts';
import { addCounts, type Increment } from './statistics.ts';
import type { ServiceDatabase } from './tables.ts';

/** Samples and counters to store together. */
export interface Batch {
  samples: readonly StoredSample[];
  increments: readonly Increment[];
}

export interface ModeratedStore {
  /** In one transaction. */
  add(batch: Batch): Promise<void>;
}

export function createModeratedStore(database: ServiceDatabase): ModeratedStore {
  return {
    add: ({ samples, increments }) =>
      database.transaction().execute(async (transaction) => {
        await addSamples(transaction, samples);
        await addCounts(transaction, increments);
      }),
  };
}
