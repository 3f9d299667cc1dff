import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { Pool } from 'undici';
import { readChatLines } from '../../evaluate/sets/chat-lines.ts';
import { startChild } from '../child-process.ts';
import { percentile } from '../statistics.ts';

const API_KEY = 'bench';
const PATH = `/v1alpha1/comments:analyze?key=${API_KEY}`;
const BATCH_PATH = `/v1alpha1/comments:analyzeBatch?key=${API_KEY}`;
const WARM_UP = 3_000;
const SINGLE = 10_000;
const MANY = 30_000;
const BATCH = 150_000;
/** Half of the goal for single requests. */
export const PACE_PER_SECOND = 3_000;
const PACED_SECONDS = 8;
const CONNECTIONS = 64;
const LINE_BREAK = 0x0a;

interface Usage {
  readonly cpuMicros: number;
  readonly peakRssBytes: number;
}

export interface RequestFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the service. */
  readonly cpuMicros: number;
}

export interface EndpointsResult {
  readonly oneConnection: RequestFigures;
  readonly manyConnections: RequestFigures;
  /** At `PACE_PER_SECOND`, from the moment at which each request was due. */
  readonly paced: RequestFigures;
  readonly batch: Pick<RequestFigures, 'perSecond' | 'cpuMicros'>;
  readonly peakRssBytes: number;
  /** The word filter obscenity, called in the same process, without any HTTP. */
  readonly wordFilter: { readonly perSecond: number };
}

const texts = readChatLines().map(({ text }) => text);
const bodyOf = (at: number): string =>
  JSON.stringify({
    comment: { text: texts[at % texts.length] },
    requestedAttributes: { TOXICITY: {} },
    languages: ['en'],
    doNotStore: true,
  });

type Send = (at: number) => Promise<void>;

async function flood(send: Send, count: number, connections: number): Promise<number[]> {
  const latencies: number[] = [];
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const startedMs = performance.now();
      await send(sent);
      latencies.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  return latencies;
}

async function paced(send: Send): Promise<number[]> {
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  const startedMs = performance.now();
  const count = PACE_PER_SECOND * PACED_SECONDS;
  for (let at = 0; at < count;) {
    const due = ((performance.now() - startedMs) / 1_000) * PACE_PER_SECOND;
    for (; at < Math.min(due, count); at += 1) {
      const dueMs = startedMs + (at / PACE_PER_SECOND) * 1_000;
      running.push(send(at).then(() => void latencies.push(performance.now() - dueMs)));
    }
    await wait(1);
  }
  await Promise.all(running);
  return latencies;
}

function* batchLines(count: number): Generator<string> {
  for (let at = 0; at < count; at += 100) {
    yield Array.from({ length: 100 }, (_, index) => `${bodyOf(at + index)}\n`).join('');
  }
}

function benchWordFilter(): EndpointsResult['wordFilter'] {
  const matcher = new RegExpMatcher({
    ...englishDataset.build(),
    ...englishRecommendedTransformers,
  });
  let found = 0;
  const startedMs = performance.now();
  for (let at = 0; at < MANY; at += 1) {
    if (matcher.hasMatch(texts[at % texts.length] ?? '')) found += 1;
  }
  if (found === 0) throw new Error('the word filter found nothing');
  return { perSecond: MANY / ((performance.now() - startedMs) / 1_000) };
}

/** Perspective's endpoint over HTTP, by single requests and in batch. The client uses the same cores. */
export async function benchEndpoints(progress: (detail: string) => void): Promise<EndpointsResult> {
  const child = await startChild<object, string, Usage>('endpoints/service-process', {
    SERVICE_KEY: API_KEY,
  });
  const pool = new Pool(child.ready, { connections: CONNECTIONS, bodyTimeout: 0 });
  const usage = (): Promise<Usage> => child.send({ kind: 'usage' });
  const send: Send = async (at) => {
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: PATH,
      headers,
      body: bodyOf(at),
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`the service answered ${statusCode}`);
  };
  const measure = async (run: () => Promise<number[]>): Promise<RequestFigures> => {
    const before = await usage();
    const startedMs = performance.now();
    const latencies = await run();
    const seconds = (performance.now() - startedMs) / 1_000;
    const { cpuMicros } = await usage();
    return {
      perSecond: latencies.length / seconds,
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
      cpuMicros: (cpuMicros - before.cpuMicros) / latencies.length,
    };
  };
  const batch = async (count: number): Promise<void> => {
    const { body } = await pool.request({
      method: 'POST',
      path: BATCH_PATH,
      headers: { 'content-type': 'application/x-ndjson' },
      body: Readable.from(batchLines(count)),
    });
    let answers = 0;
    for await (const chunk of body) {
      for (const byte of chunk as Buffer) if (byte === LINE_BREAK) answers += 1;
    }
    if (answers !== count) throw new Error(`${answers} of ${count} comments were answered`);
  };
  try {
    progress('warming up');
    await flood(send, WARM_UP, CONNECTIONS);
    progress('single requests');
    const oneConnection = await measure(() => flood(send, SINGLE, 1));
    const manyConnections = await measure(() => flood(send, MANY, CONNECTIONS));
    progress('paced requests');
    const pacedFigures = await measure(() => paced(send));
    progress('batch');
    await batch(WARM_UP);
    const before = await usage();
    const startedMs = performance.now();
    await batch(BATCH);
    const seconds = (performance.now() - startedMs) / 1_000;
    const { cpuMicros, peakRssBytes } = await usage();
    return {
      oneConnection,
      manyConnections,
      paced: pacedFigures,
      batch: { perSecond: BATCH / seconds, cpuMicros: (cpuMicros - before.cpuMicros) / BATCH },
      peakRssBytes,
      wordFilter: benchWordFilter(),
    };
  } finally {
    await pool.close();
    await child.stop();
  }
}
