import type { Clock } from '../../shared/clock.ts';
import type { LogError } from '../../shared/throttled-error-log.ts';
import type { Case } from '../domain/case.ts';
import type { IncidentControl, Incidents } from '../domain/incidents/incident-ports.ts';
import { withPause, type Incident } from '../domain/incidents/incident.ts';
import type { Cases, Policies } from '../domain/ports.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Dispatcher } from '../acting/cases/dispatcher.ts';
import type { ModeratorActionRunner } from '../acting/cases/moderator-actions.ts';
import type { JoinIncident } from '../acting/cases/open-case.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import { createBulkActions } from './bulk-actions.ts';
import { createIncidentWatch } from './incident-watch.ts';

/** Incidents: which cases belong to them, their posts, and what moderators do about them. */
export interface IncidentSide {
  readonly join: JoinIncident;
  /** A case of the incident has changed, so its post is out of date. */
  refresh(guildId: string, number: number): void;
  readonly control: IncidentControl;
  /** Continues what an earlier process left unfinished. */
  start(): void;
}

export function createIncidentSide(deps: {
  incidents: Incidents;
  outbox: Pick<Outbox, 'wantSoon'>;
  cases: Cases;
  policies: Pick<Policies, 'get'>;
  dispatcher: Pick<Dispatcher, 'resume'>;
  moderatorActions: Pick<ModeratorActionRunner, 'runToEnd'>;
  /** Joining an incident can close a case. */
  onClosed: (record: Case) => void;
  background: Background;
  retry: Retry;
  clock: Clock;
  logError: LogError;
  signal: AbortSignal;
}): IncidentSide {
  const { incidents, background, retry, clock } = deps;
  const changed = ({ guildId, number }: Pick<Incident, 'guildId' | 'number'>): void => {
    const subject = String(number);
    deps.outbox.wantSoon({ guildId, kind: 'incident', subject, urgency: 'summary' });
  };
  const bulkActions = createBulkActions({ ...deps, onChange: changed });
  const watch = createIncidentWatch({ ...deps, onChange: changed });

  return {
    join: watch.join,
    refresh: (guildId, number) => changed({ guildId, number }),
    control: {
      act: bulkActions.act,
      progress: bulkActions.progress,
      async end(ref, by) {
        let isEndedNow = false;
        const incident = await incidents.update(ref, (latest) => {
          isEndedNow = latest.endedAt === null;
          return isEndedNow ? { ...latest, endedAt: clock.now(), endedBy: by } : latest;
        });
        if (incident === null) return 'unknown incident';
        changed(incident);
        return isEndedNow ? 'ended' : 'ended before';
      },
      async paused(ref, action) {
        const incident = await incidents.update(ref, (latest) => withPause(latest, action));
        if (incident !== null) changed(incident);
      },
    },
    start() {
      const errorContext = { operation: 'finding incidents', ids: {} };
      background.run(errorContext, async () => {
        for (const incident of await retry(errorContext, () => incidents.unfinished())) {
          changed(incident);
          bulkActions.resume(incident);
        }
        await watch.start();
      });
    },
  };
}
