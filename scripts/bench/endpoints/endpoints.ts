import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { readChatLines } from '../../evaluate/sets/chat-lines.ts';
import { startChild } from '../child-process.ts';
import { flood, measure, paced, type RequestFigures, type Send, type Usage } from './load.ts';

const API_KEY = 'bench';
const PATH = `/v1alpha1/comments:analyze?key=${API_KEY}`;
const BATCH_PATH = `/v1alpha1/comments:analyzeBatch?key=${API_KEY}`;
const WARM_UP = 5_000;
const SINGLE = 10_000;
const MANY = 30_000;
const BATCH = 150_000;
/** Half of the goal for single requests. */
export const PACE_PER_SECOND = 3_000;
const PACED_SECONDS = 8;
const CONNECTIONS = 64;
const LINE_BREAK = 0x0a;

export interface EndpointsResult {
  readonly oneConnection: RequestFigures;
  readonly manyConnections: RequestFigures;
  /** At `PACE_PER_SECOND`, measured from the time when each request was due. */
  readonly paced: RequestFigures;
  readonly batch: Pick<RequestFigures, 'perSecond' | 'cpuMicros'>;
  readonly peakRssBytes: number;
  /** A bare server with a small classifier or a word filter, over the same number of connections. */
  readonly tfIdf: RequestFigures;
  readonly wordFilter: RequestFigures;
}

const texts = readChatLines().map(({ text }) => text);
const textOf = (at: number): string => texts[at % texts.length] ?? '';
const bodyOf = (at: number): string =>
  JSON.stringify({
    comment: { text: textOf(at) },
    requestedAttributes: { TOXICITY: {} },
    languages: ['en'],
    doNotStore: true,
  });

function sendTo(pool: Pool, path: string, body: (at: number) => string): Send {
  const headers = { 'content-type': 'application/json' };
  return async (at) => {
    const answer = await pool.request({ method: 'POST', path, headers, body: body(at) });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  };
}

function* batchLines(count: number): Generator<string> {
  for (let at = 0; at < count; at += 100) {
    yield Array.from({ length: 100 }, (_, index) => `${bodyOf(at + index)}\n`).join('');
  }
}

async function sendBatch(pool: Pool, count: number): Promise<void> {
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
}

/** Runs something with a server in a separate process. */
async function withServer<T>(
  module: 'endpoints/service-process' | 'endpoints/floor-process',
  run: (pool: Pool, usage: () => Promise<Usage>) => Promise<T>,
): Promise<T> {
  const child = await startChild<object, string, Usage>(module, { SERVICE_KEY: API_KEY });
  const pool = new Pool(child.ready, { connections: CONNECTIONS, bodyTimeout: 0 });
  try {
    return await run(pool, () => child.send({ kind: 'usage' }));
  } finally {
    await pool.close();
    await child.stop();
  }
}

const benchFloor = (): Promise<Pick<EndpointsResult, 'tfIdf' | 'wordFilter'>> =>
  withServer('endpoints/floor-process', async (pool, usage) => {
    const figuresOf = async (path: string): Promise<RequestFigures> => {
      const send = sendTo(pool, path, (at) => JSON.stringify({ text: textOf(at) }));
      await flood(send, WARM_UP, CONNECTIONS);
      return measure(usage, () => flood(send, MANY, CONNECTIONS));
    };
    return { tfIdf: await figuresOf('/tf-idf'), wordFilter: await figuresOf('/obscenity') };
  });

/** Measures Perspective's endpoint over HTTP, with single requests and in batches. The client uses the same cores. */
export async function benchEndpoints(progress: (detail: string) => void): Promise<EndpointsResult> {
  progress('a classifier and a word filter');
  const floor = await benchFloor();
  return withServer('endpoints/service-process', async (pool, usage) => {
    const send = sendTo(pool, PATH, bodyOf);
    progress('warming up');
    await flood(send, WARM_UP, CONNECTIONS);
    progress('single requests');
    const oneConnection = await measure(usage, () => flood(send, SINGLE, 1));
    const manyConnections = await measure(usage, () => flood(send, MANY, CONNECTIONS));
    progress('paced requests');
    const atPace = await measure(usage, () => paced(send, PACE_PER_SECOND, PACED_SECONDS));
    progress('batch');
    await sendBatch(pool, WARM_UP);
    const before = await usage();
    const startedMs = performance.now();
    await sendBatch(pool, BATCH);
    const seconds = (performance.now() - startedMs) / 1_000;
    const { cpuMicros, peakRssBytes } = await usage();
    return {
      oneConnection,
      manyConnections,
      paced: atPace,
      batch: { perSecond: BATCH / seconds, cpuMicros: (cpuMicros - before.cpuMicros) / BATCH },
      peakRssBytes,
      ...floor,
    };
  });
}
