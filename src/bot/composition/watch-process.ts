import type { Metrics } from '../listener/metrics.ts';
import type { Clock } from '../../shared/clock.ts';
import { eventBacklog } from '../storage/events/event-backlog.ts';
import type { State } from '../storage/state.ts';
import { watchReadiness, type ReadinessWatch } from './readiness.ts';
import type { ShardGroup } from './shards/shard-group.ts';

/** Watches the parts of this process and feeds its metrics: the sums of what its groups do. */
export function watchProcess(deps: {
  readonly groups: ReadonlySet<ShardGroup>;
  readonly state: State;
  readonly metrics: Metrics;
  readonly clock: Clock;
}): ReadinessWatch {
  const { groups, state, metrics, clock } = deps;
  const statuses = () => Array.from(groups, (group) => group.status());
  const watch = watchReadiness({
    clients: () => Array.from(groups, ({ client }) => client),
    state,
    outage: () => statuses().find(({ outage }) => outage !== null)?.outage ?? null,
    clock,
  });
  metrics.readFrom({
    readiness: watch.readiness,
    gatewayPingMs() {
      const pings = Array.from(groups, ({ client }) => client.ws.ping).filter((ping) => ping >= 0);
      return pings.length === 0 ? null : Math.max(...pings);
    },
    queue() {
      const waiting = statuses().filter((status) => status.waiting > 0);
      const oldestMs = Math.max(0, ...waiting.map(({ oldestWaitingMs }) => oldestWaitingMs));
      return {
        depth: waiting.reduce((sum, status) => sum + status.waiting, 0),
        oldestAtMs: waiting.length === 0 ? null : clock.now() - oldestMs,
      };
    },
    casesOpen: () => statuses().reduce((sum, { casesOpen }) => sum + casesOpen, 0),
    inbox: () => eventBacklog(state.database, clock.now()),
  });
  return watch;
}
