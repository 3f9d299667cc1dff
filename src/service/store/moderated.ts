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
  /** In one transaction. Samples of a day without a partition get one before. */
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
