import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../statistics.ts';

export interface RequestFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The server's CPU time. */
  readonly cpuMicros: number;
}

/** The resources that a server has used since it started. */
export interface Usage {
  readonly cpuMicros: number;
  readonly peakRssBytes: number;
}

export type Send = (at: number) => Promise<void>;

/** Latencies of requests over several connections, each of which sends its requests one after the other. */
export async function flood(send: Send, count: number, connections: number): Promise<number[]> {
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

/** Latencies of requests at a steady pace, each measured from the time when the request was due. */
export async function paced(send: Send, perSecond: number, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  const startedMs = performance.now();
  const count = perSecond * seconds;
  for (let at = 0; at < count;) {
    const due = ((performance.now() - startedMs) / 1_000) * perSecond;
    for (; at < Math.min(due, count); at += 1) {
      const dueMs = startedMs + (at / perSecond) * 1_000;
      running.push(send(at).then(() => void latencies.push(performance.now() - dueMs)));
    }
    await wait(1);
  }
  await Promise.all(running);
  return latencies;
}

export async function measure(
  usage: () => Promise<Usage>,
  run: () => Promise<number[]>,
): Promise<RequestFigures> {
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
}
