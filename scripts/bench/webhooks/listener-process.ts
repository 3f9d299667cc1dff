import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createListener } from '../../../src/bot/listener/listener.ts';
import { createMetrics } from '../../../src/bot/listener/metrics.ts';
import { webhookPath } from '../../../src/bot/webhooks/acceptance/webhooks.ts';
import { contentOf, laneOf } from '../../../src/bot/webhooks/delivery/event-content.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { createInbox } from '../../../src/bot/storage/inbox.ts';
import { openState } from '../../../src/bot/storage/state.ts';

/* The listener with an inbox in the database at LISTENER_STATE: reports its address, then answers each message with its usage. */

export interface ListenerUsage {
  /** Number of events in the inbox. */
  stored: number;
  /** Event loop delay since the previous request. */
  lagP99Ms: number;
  lagMaxMs: number;
  /** User and system time since the process started, in microseconds. */
  cpuMicros: number;
}

const TOKEN = 'bench';
/** The interval at which the event loop is sampled; measured delays include it. */
const RESOLUTION_MS = 1;

const clock = systemClock;
const logger = createLogger('warn');
const state = await openState(process.env.LISTENER_STATE ?? 'sqlite::memory:', logger);
const inbox = createInbox(state.database, clock, logger);
const up = { state: 'up', sinceMs: clock.now() } as const;
const listener = createListener({
  address: { host: '127.0.0.1', port: 0 },
  metricsAddress: null,
  token: TOKEN,
  secrets: [process.env.LISTENER_SECRET ?? ''],
  ownSecret: null,
  isPublic: true,
  accept({ id, event, receivedAtMs }) {
    const content = contentOf(event);
    return inbox.accept({ id, content, receivedAtMs }, laneOf(content, null));
  },
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

process.on('message', () => void usage().then((response) => process.send?.(response)));
process.once('SIGTERM', () => {
  void listener
    .stop()
    .then(() => state.close())
    .then(() => process.exit(0));
});
process.send?.(`${url}${webhookPath(TOKEN)}`);
