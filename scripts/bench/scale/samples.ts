import { silentLogger } from '../../../src/shared/logger.ts';
import { createSamplePartitions } from '../../../src/service/store/sample-partitions.ts';
import { addSamples } from '../../../src/service/store/samples.ts';
import { openStore } from '../../../src/service/store/store.ts';
import type { BenchServer } from '../postgres/server.ts';

const SAMPLES = 50_000;

/** Measures the bytes that the embedded service's store takes on PostgreSQL for a sample of about 70 characters. */
export async function benchSamples(server: BenchServer): Promise<number> {
  const database = await server.createDatabase();
  try {
    const store = await openStore(database.url, silentLogger);
    try {
      const timeMs = Date.now();
      await createSamplePartitions(store)?.ensure([timeMs]);
      const samples = Array.from({ length: SAMPLES }, (_, index) => ({
        account: 'main',
        timeMs,
        sample: `sample number ${index} of the benchmark, about as long as a chat message`,
        sentiment: 0.1,
        political: 0.2,
        vulgarity: 0.3,
        version: 'bench',
      }));
      await store.transaction().execute((transaction) => addSamples(transaction, samples));
    } finally {
      await store.destroy();
    }
    let bytes = 0;
    for (const [table, size] of await database.tableBytes()) {
      if (table.startsWith('samples')) bytes += size;
    }
    return bytes / SAMPLES;
  } finally {
    await database.drop();
  }
}
