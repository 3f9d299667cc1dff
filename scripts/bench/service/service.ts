import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import {
  insightsJobEnvelopeSchema,
  INSIGHTS_QUERY_PATH,
  insightsResultsEnvelopeSchema,
  MAX_INSIGHTS_RESULTS,
} from '../../../src/service-api/schemas/insights.ts';
import {
  MAX_SEARCH_RECORDS,
  STATISTICS_SEARCH_PATH,
  statisticsSearchEnvelopeSchema,
} from '../../../src/service-api/schemas/statistics.ts';
import { formatUtcSecond } from '../../../src/service-api/schemas/time.ts';
import { recordCloseMs } from '../../../src/service/statistics/record-interval.ts';
import { addSamples } from '../../../src/service/store/samples.ts';
import { addCounts } from '../../../src/service/store/statistics.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { benchKeywords, type KeywordResult } from './keywords.ts';
import {
  ingest,
  sampleText,
  withService,
  type IngestResult,
  type RunningService,
} from './service-client.ts';

const INGESTED = 50_000;
const STORED = 1_000_000;
const SEED_BATCH = 10_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const POLL_MS = 2;

export interface ServiceResult {
  ingest: IngestResult;
  insights: {
    samples: number;
    storeBytes: number;
    results: number;
    /** Time from the query to the status Finished, and time to read the results. */
    finishedMs: number;
    resultsMs: number;
    /** Growth of the peak memory. */
    grownBytes: number;
    peakRssBytes: number;
  };
  search: { records: number; ms: number };
  keywords: KeywordResult[];
}

/** Stores a million samples over the last six days, and a record for each minute of the last day. */
async function seed(storePath: string, nowMs: number): Promise<void> {
  const database = await openStore(`sqlite:${storePath}`, silentLogger);
  const stepMs = (6 * DAY_MS) / STORED;
  for (let first = 0; first < STORED; first += SEED_BATCH) {
    await database.transaction().execute((queries) =>
      addSamples(
        queries,
        Array.from({ length: SEED_BATCH }, (_, index) => ({
          account: 'main',
          timeMs: Math.round(nowMs - 6 * DAY_MS + (first + index) * stepMs),
          sample: sampleText(first + index),
          sentiment: 0.1,
          political: 0.2,
          vulgarity: 0.3,
          version: 'bench',
        })),
      ),
    );
  }
  const lastMs = recordCloseMs(nowMs) - 60_000;
  await database.transaction().execute((queries) =>
    addCounts(
      queries,
      Array.from({ length: MAX_SEARCH_RECORDS * 2 }, (_, index) => ({
        account: 'main',
        closesMs: lastMs - index * 60_000,
        passed: 10,
        flagged: 2,
        deleted: 1,
      })),
    ),
  );
  await database.destroy();
}

async function benchInsights(service: RunningService, nowMs: number) {
  const before = await service.usage();
  const queriedMs = performance.now();
  const job = await service.request('POST', INSIGHTS_QUERY_PATH, {
    timefrom: formatUtcSecond(nowMs - 7 * DAY_MS),
    timeto: formatUtcSecond(nowMs),
    maxresults: MAX_INSIGHTS_RESULTS,
    metric: 'sentiment',
  });
  const { jobid } = insightsJobEnvelopeSchema.parse(job).response;
  const path = `${INSIGHTS_QUERY_PATH}/${jobid}`;
  for (;;) {
    const status = await service.request('GET', `${path}?view=status`);
    if (insightsJobEnvelopeSchema.parse(status).response.status === 'Finished') break;
    await wait(POLL_MS);
  }
  const finishedMs = performance.now();
  const results = insightsResultsEnvelopeSchema.parse(
    await service.request('GET', `${path}?view=results`),
  );
  const readMs = performance.now();
  const { peakRssBytes } = await service.usage();
  return {
    results: results.response.length,
    finishedMs: finishedMs - queriedMs,
    resultsMs: readMs - finishedMs,
    grownBytes: peakRssBytes - before.peakRssBytes,
    peakRssBytes,
  };
}

async function benchSearch(
  service: RunningService,
  nowMs: number,
): Promise<ServiceResult['search']> {
  const startedMs = performance.now();
  const records = await service.request('POST', STATISTICS_SEARCH_PATH, {
    timefrom: formatUtcSecond(nowMs - 2 * DAY_MS),
    timeto: formatUtcSecond(nowMs),
  });
  const ms = performance.now() - startedMs;
  return { records: statisticsSearchEnvelopeSchema.parse(records).response.length, ms };
}

/** Measures the embedded service: samples per second, query times, and the cost of keywords. */
export async function benchService(progress: (detail: string) => void): Promise<ServiceResult> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    progress('keywords');
    const keywords = benchKeywords();
    progress('samples');
    const ingested = await withService(`sqlite:${join(folder, 'ingest.sqlite')}`, (service) =>
      ingest([service], INGESTED),
    );
    progress('a million stored samples');
    const storePath = join(folder, 'large.sqlite');
    const nowMs = Date.now();
    await seed(storePath, nowMs);
    const storeBytes = statSync(storePath).size;
    return await withService(`sqlite:${storePath}`, async (service) => {
      progress('queries');
      const search = await benchSearch(service, nowMs);
      const insights = await benchInsights(service, nowMs);
      return {
        ingest: ingested,
        insights: { samples: STORED, storeBytes, ...insights },
        search,
        keywords,
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
