import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DAY_MS } from '../../../src/shared/clock.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { createSamplePartitions } from '../../../src/service/store/sample-partitions.ts';
import { addSamples } from '../../../src/service/store/samples.ts';
import { openStore } from '../../../src/service/store/store.ts';
import type { BenchServer } from '../postgres/server.ts';
import { median } from '../statistics.ts';
import { ingest, sampleText, withService, type IngestResult } from './service-client.ts';

const ROUNDS = 3;
const INGESTED = 20_000;
const PURGED = 1_000_000;
const SEED_BATCH = 10_000;
/** An arbitrary day. */
const DAY = Date.UTC(2026, 0, 1);

/** Medians over rounds in which the three alternate. */
export interface OnPostgresResult {
  sqlite: IngestResult;
  postgres: IngestResult;
  twoInstances: IngestResult;
  purge: { samples: number; deleteMs: number; dropMs: number };
}

/** Runs something with an empty database on the server, and drops the database afterwards. */
async function withDatabase<T>(server: BenchServer, run: (url: string) => Promise<T>): Promise<T> {
  const database = await server.createDatabase();
  try {
    return await run(database.url);
  } finally {
    await database.drop();
  }
}

function medianOf(results: readonly IngestResult[]): IngestResult {
  const of = (value: (result: IngestResult) => number): number => median(results.map(value));
  return {
    samples: INGESTED,
    perSecond: of(({ perSecond }) => perSecond),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
    senderCpuMicros: of(({ senderCpuMicros }) => senderCpuMicros),
    lost: Math.max(...results.map(({ lost }) => lost)),
  };
}

async function onSqlite(): Promise<IngestResult> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    const url = `sqlite:${join(folder, 'service.sqlite')}`;
    return await withService(url, (service) => ingest([service], INGESTED));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures how long PostgreSQL takes to remove a day's samples: row by row, and as a partition. */
async function benchPurge(stateUrl: string): Promise<OnPostgresResult['purge']> {
  const database = await openStore(stateUrl, silentLogger);
  const partitions = createSamplePartitions(database);
  async function seed(): Promise<void> {
    await partitions?.ensure([DAY]);
    const scores = { sentiment: 0.1, political: 0.2, vulgarity: 0.3 };
    for (let first = 0; first < PURGED; first += SEED_BATCH) {
      const samples = Array.from({ length: SEED_BATCH }, (_, index) => ({
        account: 'main',
        timeMs: DAY + Math.floor(((first + index) * DAY_MS) / PURGED),
        sample: sampleText(first + index),
        ...scores,
        version: 'bench',
      }));
      await database.transaction().execute((queries) => addSamples(queries, samples));
    }
  }
  async function timed(work: () => Promise<unknown>): Promise<number> {
    const startedMs = performance.now();
    await work();
    return performance.now() - startedMs;
  }
  try {
    await seed();
    const deleteMs = await timed(() =>
      database
        .deleteFrom('samples')
        .where('time_ms', '<', DAY + DAY_MS)
        .execute(),
    );
    await seed();
    const dropMs = await timed(async () => partitions?.dropBefore(DAY + DAY_MS));
    return { samples: PURGED, deleteMs, dropMs };
  } finally {
    await database.destroy();
  }
}

/** Compares the service on PostgreSQL with the one on SQLite, and two instances with one. */
export async function benchOnPostgres(
  server: BenchServer,
  progress: (detail: string) => void,
): Promise<OnPostgresResult> {
  const sqlite: IngestResult[] = [];
  const postgres: IngestResult[] = [];
  const twoInstances: IngestResult[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`round ${round}`);
    sqlite.push(await onSqlite());
    postgres.push(
      await withDatabase(server, (url) =>
        withService(url, (service) => ingest([service], INGESTED)),
      ),
    );
    twoInstances.push(
      await withDatabase(server, (url) =>
        withService(url, (one) => withService(url, (other) => ingest([one, other], INGESTED))),
      ),
    );
  }
  progress('a million stored samples');
  return {
    sqlite: medianOf(sqlite),
    postgres: medianOf(postgres),
    twoInstances: medianOf(twoInstances),
    purge: await withDatabase(server, benchPurge),
  };
}
