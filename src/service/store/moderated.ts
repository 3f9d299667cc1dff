import type { SamplePartitions } from './sample-partitions.ts';
import { addSamples, type StoredSample } from './samples.ts';
import { addCounts, type Increment } from './statistics.ts';
import type { ServiceDatabase } from './tables.ts';

/** Samples and counters to store together. */
export interface Batch {
  samples: readonly StoredSample[];
  increments: readonly Increment[];
}

export interface ModeratedStore {
  /** Adds everything in one transaction. First creates partitions for samples of days that have none. */
  add(batch: Batch): Promise<void>;
}

export function createModeratedStore(
  database: ServiceDatabase,
  partitions: SamplePartitions | null,
): ModeratedStore {
  return {
    async add({ samples, increments }) {
      await partitions?.ensure(samples.map(({ timeMs }) => timeMs));
      try {
        await database.transaction().execute(async (transaction) => {
          await addSamples(transaction, samples);
          await addCounts(transaction, increments);
        });
      } catch (error) {
        partitions?.forget();
        throw error;
      }
    },
  };
}
