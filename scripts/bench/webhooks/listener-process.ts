import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createListener } from '../../../src/bot/listener/listener.ts';
import { createMetrics } from '../../../src/bot/listener/metrics.ts';
import { webhookPath } from '../../../src/bot/webhooks/acceptance/webhooks.ts';
import { contentOf } from '../../../src/bot/webhooks/acceptance/event-content.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { postOf } from '../../../src/bot/domain/events.ts';
import { createAcceptEvents } from '../../../src/bot/storage/events/accept-events.ts';
import { eventBacklog } from '../../../src/bot/storage/events/event-backlog.ts';
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
const events = createAcceptEvents(state.database, clock);
const up = { state: 'up', sinceMs: clock.now() } as const;
const listener = createListener({
  address: { host: '127.0.0.1', port: 0 },
  metricsAddress: null,
  token: TOKEN,
  secrets: [process.env.LISTENER_SECRET ?? ''],
  ownSecret: null,
  isPublic: true,
  accept({ id, event, receivedAtMs }) {
    const accepted = { id, content: contentOf(event), receivedAtMs };
    return events.accept(accepted, { ...postOf(accepted, null), urgency: 'ordinary' });
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
  const { depth: stored } = await eventBacklog(state.database, clock.now());
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
