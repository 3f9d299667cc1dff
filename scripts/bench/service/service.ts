import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import {
  insightsJobEnvelopeSchema,
  INSIGHTS_QUERY_PATH,
  insightsResultsEnvelopeSchema,
  MAX_INSIGHTS_RESULTS,
} from '../../../src/protocol/insights.ts';
import {
  lifetimeCountersEnvelopeSchema,
  MAX_SEARCH_RECORDS,
  STATISTICS_PATH,
  STATISTICS_SEARCH_PATH,
  statisticsSearchEnvelopeSchema,
} from '../../../src/protocol/statistics.ts';
import { TEXT_MODERATION_PATH } from '../../../src/protocol/text-moderation.ts';
import { formatUtcSecond } from '../../../src/protocol/time.ts';
import { recordCloseMs } from '../../../src/service/statistics/record-interval.ts';
import { addSamples } from '../../../src/service/store/samples.ts';
import { addCounts } from '../../../src/service/store/statistics.ts';
import { silentLogger } from '../../../src/lib/logger.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { startChild } from '../child-process.ts';
import { benchKeywords, type KeywordResult } from './keywords.ts';
import type { ServiceUsage } from './service-process.ts';

const INGESTED = 50_000;
const WARM_UP = 5_000;
const CONNECTIONS = 64;
const STORED = 1_000_000;
const SEED_BATCH = 10_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const POLL_MS = 2;
const API_KEY = 'bench';

export interface ServiceResult {
  ingest: {
    samples: number;
    perSecond: number;
    /** User and system time of the service's process per sample: HTTP, engine, language detection and store. */
    cpuMicros: number;
    /** Samples with a response that the statistics do not count. */
    lost: number;
  };
  insights: {
    samples: number;
    storeBytes: number;
    results: number;
    /** From the query to the status Finished, and for reading the results. */
    finishedMs: number;
    resultsMs: number;
    /** Growth of the peak memory. */
    grownBytes: number;
    peakRssBytes: number;
  };
  search: { records: number; ms: number };
  keywords: KeywordResult[];
}

interface Running {
  request(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  usage(): Promise<ServiceUsage>;
}

/** Starts the service with a store in a separate process, and stops it afterwards. */
async function withService<T>(storePath: string, run: (service: Running) => Promise<T>) {
  const child = await startChild<object, string, ServiceUsage>('service/service-process', {
    SERVICE_KEY: API_KEY,
    SERVICE_STORE: storePath,
  });
  const pool = new Pool(child.ready, { connections: CONNECTIONS });
  try {
    return await run({
      async request(method, path, body) {
        const response = await pool.request({
          method,
          path,
          headers: { 'x-service-api-auth': API_KEY, 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
        });
        return response.body.json();
      },
      usage: () => child.send({ kind: 'usage' }),
    });
  } finally {
    await pool.close();
    await child.stop();
  }
}

function sampleText(index: number): string {
  return `sample number ${index} of the benchmark, about as long as a chat message`;
}

/** Samples over 64 HTTP connections, as fast as the service takes them. */
function benchIngest(storePath: string): Promise<ServiceResult['ingest']> {
  return withService(storePath, async (service) => {
    async function flood(samples: number): Promise<void> {
      let sent = 0;
      const client = async (): Promise<void> => {
        while (sent < samples) {
          sent += 1;
          await service.request('POST', TEXT_MODERATION_PATH, { sample: sampleText(sent) });
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, client));
    }
    await flood(WARM_UP);
    const before = await service.usage();
    const startedMs = performance.now();
    await flood(INGESTED);
    const seconds = (performance.now() - startedMs) / 1_000;
    const after = await service.usage();
    const counters = lifetimeCountersEnvelopeSchema.parse(
      await service.request('GET', STATISTICS_PATH),
    );
    return {
      samples: INGESTED,
      perSecond: INGESTED / seconds,
      cpuMicros: (after.cpuMicros - before.cpuMicros) / INGESTED,
      lost: WARM_UP + INGESTED - Number(counters.response.commentsTotal),
    };
  });
}

/** A million samples over the last six days, and a record for each minute of the last day. */
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

async function benchInsights(service: Running, nowMs: number) {
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

async function benchSearch(service: Running, nowMs: number): Promise<ServiceResult['search']> {
  const startedMs = performance.now();
  const records = await service.request('POST', STATISTICS_SEARCH_PATH, {
    timefrom: formatUtcSecond(nowMs - 2 * DAY_MS),
    timeto: formatUtcSecond(nowMs),
  });
  const ms = performance.now() - startedMs;
  return { records: statisticsSearchEnvelopeSchema.parse(records).response.length, ms };
}

/** The embedded service: samples per second, query times, and the cost of keywords. */
export async function benchService(progress: (detail: string) => void): Promise<ServiceResult> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    progress('keywords');
    const keywords = benchKeywords();
    progress('samples');
    const ingest = await benchIngest(join(folder, 'ingest.sqlite'));
    progress('a million stored samples');
    const storePath = join(folder, 'large.sqlite');
    const nowMs = Date.now();
    await seed(storePath, nowMs);
    const storeBytes = statSync(storePath).size;
    return await withService(storePath, async (service) => {
      progress('queries');
      const search = await benchSearch(service, nowMs);
      const insights = await benchInsights(service, nowMs);
      return { ingest, insights: { samples: STORED, storeBytes, ...insights }, search, keywords };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
