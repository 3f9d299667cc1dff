import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';
import { createService } from '../../src/service/service.ts';

/* The service alone, over the file SERVICE_STORE; says where it is, then what it has used whenever it is asked. */

export interface ServiceUsage {
  /** User and system time since the process began, in microseconds. */
  cpuMicros: number;
  /** After a garbage collection. */
  rssBytes: number;
  /** The most it ever was. */
  peakRssBytes: number;
}

const BYTES_PER_KIB = 1024;

const service = createService({
  apiKey: process.env.SERVICE_KEY ?? '',
  engine: createTrainedEngine(),
  storePath: process.env.SERVICE_STORE ?? ':memory:',
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
