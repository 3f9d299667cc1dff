import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createListener } from '../../src/http/listener.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { webhookPath } from '../../src/http/webhooks.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { createInbox } from '../../src/storage/inbox.ts';

/* The listener over an inbox in the file LISTENER_STATE; says where it is, then how it fares whenever it is asked. */

export interface ListenerUsage {
  /** Events in the inbox. */
  stored: number;
  /** Since it was asked last. */
  lagP99Ms: number;
  lagMaxMs: number;
  /** User and system time since the process began, in microseconds. */
  cpuMicros: number;
}

const TOKEN = 'bench';
/** How often the event loop is looked at. What is measured is the time between two looks, this included. */
const RESOLUTION_MS = 1;

const clock = systemClock;
const logger = createLogger('warn');
const database = await openDatabase(process.env.LISTENER_STATE ?? 'sqlite::memory:', logger);
const inbox = createInbox(database, logger, clock);
const up = { state: 'up', sinceMs: clock.now() } as const;
const listener = createListener({
  address: { host: '127.0.0.1', port: 0 },
  metricsAddress: null,
  token: TOKEN,
  secrets: [process.env.LISTENER_SECRET ?? ''],
  ownSecret: null,
  accept: (event) => inbox.accept(event, event.body.addon),
  readiness: () => ({ gateway: up, service: up, storage: up }),
  metrics: createMetrics({ clock, logger }),
  clock,
  logger,
});
const { url } = await listener.start();

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
const lagMs = (nanos: number): number => Math.max(0, nanos / 1e6 - RESOLUTION_MS);

async function usage(): Promise<ListenerUsage> {
  const { user, system } = process.cpuUsage();
  const lag = { lagP99Ms: lagMs(delay.percentile(99)), lagMaxMs: lagMs(delay.max) };
  const stored = await inbox.count();
  delay.reset();
  return { stored, ...lag, cpuMicros: user + system };
}

process.on('message', () => void usage().then((answer) => process.send?.(answer)));
process.once('SIGTERM', () => {
  void listener
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0));
});
process.send?.(`${url}${webhookPath(TOKEN)}`);
