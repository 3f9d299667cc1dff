import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import {
  lifetimeCountersEnvelopeSchema,
  STATISTICS_PATH,
} from '../../../src/service-api/schemas/statistics.ts';
import { TEXT_MODERATION_PATH } from '../../../src/service-api/schemas/text-moderation.ts';
import { startChild } from '../child-process.ts';
import type { ServiceUsage } from './service-process.ts';

const WARM_UP = 5_000;
const CONNECTIONS = 64;
const API_KEY = 'bench';

export interface RunningService {
  request(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  usage(): Promise<ServiceUsage>;
}

export interface IngestResult {
  samples: number;
  perSecond: number;
  /** User and system time of the service's processes per sample: HTTP, engine, language detection and store. */
  cpuMicros: number;
  /** CPU time per sample of the process that sends the samples. */
  senderCpuMicros: number;
  /** Number of samples that were answered but are missing in the statistics. */
  lost: number;
}

/** Starts the service on a database, and stops it afterwards. */
export async function withService<T>(
  stateUrl: string,
  run: (service: RunningService) => Promise<T>,
): Promise<T> {
  const child = await startChild<object, string, ServiceUsage>('service/service-process', {
    SERVICE_KEY: API_KEY,
    SERVICE_STATE_URL: stateUrl,
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

export function sampleText(index: number): string {
  return `sample number ${index} of the benchmark, about as long as a chat message`;
}

/** Sends samples over 64 HTTP connections, to services on one empty database in turns, as fast as they take them. */
export async function ingest(
  services: readonly RunningService[],
  samples: number,
): Promise<IngestResult> {
  async function flood(count: number): Promise<void> {
    let sent = 0;
    const client = async (): Promise<void> => {
      while (sent < count) {
        sent += 1;
        const service = services[sent % services.length];
        await service?.request('POST', TEXT_MODERATION_PATH, { sample: sampleText(sent) });
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
  }
  async function cpuMicros(): Promise<number> {
    const usages = await Promise.all(services.map((service) => service.usage()));
    return usages.reduce((sum, usage) => sum + usage.cpuMicros, 0);
  }
  /** Each service stores everything it has collected before it answers. */
  async function stored(): Promise<number> {
    let total = 0;
    for (const service of services) {
      const answer = await service.request('GET', STATISTICS_PATH);
      total = Number(lifetimeCountersEnvelopeSchema.parse(answer).response.commentsTotal);
    }
    return total;
  }

  await flood(WARM_UP);
  const before = await cpuMicros();
  const senderBefore = process.cpuUsage();
  const startedMs = performance.now();
  await flood(samples);
  const seconds = (performance.now() - startedMs) / 1_000;
  const sender = process.cpuUsage(senderBefore);
  const after = await cpuMicros();
  return {
    samples,
    perSecond: samples / seconds,
    cpuMicros: (after - before) / samples,
    senderCpuMicros: (sender.user + sender.system) / samples,
    lost: WARM_UP + samples - (await stored()),
  };
}
