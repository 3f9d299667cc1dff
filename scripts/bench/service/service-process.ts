import { createTrainedEngine } from '../../../src/service/engine/trained-engine.ts';
import { createService } from '../../../src/service/service.ts';

/* The service with its store at SERVICE_STATE_URL: reports its address, then answers each message with its usage. */

export interface ServiceUsage {
  /** User and system time since the process started, in microseconds. */
  cpuMicros: number;
  /** Resident set size after a garbage collection. */
  rssBytes: number;
  /** Peak resident set size since the process started. */
  peakRssBytes: number;
}

const BYTES_PER_KIB = 1024;

const service = createService({
  apiKey: process.env.SERVICE_KEY ?? '',
  engine: createTrainedEngine(),
  stateUrl: process.env.SERVICE_STATE_URL ?? 'sqlite::memory:',
});
const { baseUrl } = await service.start();
process.on('message', () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const usage: ServiceUsage = {
    cpuMicros: user + system,
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * BYTES_PER_KIB,
  };
  process.send?.(usage);
});
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
process.send?.(baseUrl);
