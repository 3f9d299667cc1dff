import { createSemaphore } from '../../shared/tasks/semaphore.ts';
import { sleep, type Clock } from '../../shared/clock.ts';
import type { Case, ModeratorAction } from '../domain/case.ts';
import { activeEffectsOf } from '../domain/actions/active-effects.ts';
import type { IncidentControl, Incidents, Progress } from '../domain/incidents/incident-ports.ts';
import {
  runningAction,
  withActionEnded,
  type BulkAction,
  type BulkKind,
  type Incident,
} from '../domain/incidents/incident.ts';
import type { Cases } from '../domain/ports.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { ModeratorActionRunner } from '../acting/cases/moderator-actions.ts';
import type { Retry } from '../../shared/tasks/retry.ts';

type IncidentRef = Pick<Incident, 'guildId' | 'number'>;

/** Runs what moderators decide about all members or cases of an incident, as an action of each case. */
export interface BulkActions extends Pick<IncidentControl, 'act' | 'progress'> {
  /** Finishes the action that an earlier process began. */
  resume(incident: Incident): void;
}

/** How many cases are acted on at the same time. Up to 200 bans are sent together; Discord limits everything else anyway. */
const AT_ONCE: Record<BulkKind, number> = { ban: 200, timeout: 8, undo: 8 };
/** A case whose own steps still run, or on which another action runs, is tried again after this time. */
const RETRY_MS = 1000;

export function createBulkActions(deps: {
  incidents: Pick<Incidents, 'get' | 'update'>;
  cases: Pick<Cases, 'get'>;
  moderatorActions: Pick<ModeratorActionRunner, 'runToEnd'>;
  onChange: (incident: IncidentRef) => void;
  background: Background;
  retry: Retry;
  clock: Clock;
  signal: AbortSignal;
}): BulkActions {
  const { incidents, cases, moderatorActions, onChange, background, retry, clock, signal } = deps;
  const running = new Map<string, Progress>();
  const keyOf = ({ guildId, number }: IncidentRef): string => `${guildId}/${number}`;

  /** Resolves to whether all of the action succeeded on the case; it may have been done already. */
  async function actOn(
    incident: IncidentRef,
    action: BulkAction,
    number: number,
  ): Promise<boolean> {
    const { guildId } = incident;
    const errorContext = { operation: 'acting on an incident', ids: { guildId, case: number } };
    for (;;) {
      const record = await retry(errorContext, async () => ({
        case: await cases.get(guildId, number),
      }));
      // The case was erased meanwhile.
      if (record.case === null) return false;
      const known = knownAction(record.case, incident, action);
      if (known === 'changed') return false;
      if (known !== null && known.endedAt !== null) return isSuccess(known);
      if (known === null) {
        const result = await moderatorActions.runToEnd({
          guildId,
          number,
          kind: action.kind,
          by: action.by,
          reason: null,
          incident: incident.number,
          // Nothing has been done since the permissions were checked.
          permittedReversals: activeEffectsOf(record.case).reversals,
        });
        if (result.kind === 'ended') {
          const ended = knownAction(result.record, incident, action);
          return ended !== null && ended !== 'changed' && isSuccess(ended);
        }
        if (result.kind === 'unknown case') return false;
        if (result.kind === 'conflict') {
          const { kind } = result.conflict;
          if (kind === 'already' || kind === 'nothing to undo') return true;
          if (kind !== 'busy' && kind !== 'still processing') return false;
        }
      }
      await sleep(clock, RETRY_MS, signal);
      signal.throwIfAborted();
    }
  }

  async function run(incident: IncidentRef, action: BulkAction): Promise<void> {
    const key = keyOf(incident);
    const { cases: numbers } = action;
    const places = createSemaphore(AT_ONCE[action.kind]);
    let done = 0;
    let failed = 0;
    running.set(key, { done: 0, total: numbers.length });
    await Promise.all(
      numbers.map((number) =>
        places.run(async () => {
          signal.throwIfAborted();
          if (await actOn(incident, action, number)) done += 1;
          else failed += 1;
          running.set(key, { done: done + failed, total: numbers.length });
          onChange(incident);
        }),
      ),
    );
    const result = { at: clock.now(), done, failed };
    const { guildId, number } = incident;
    await retry({ operation: 'acting on an incident', ids: { guildId, incident: number } }, () =>
      incidents.update(incident, (latest) => withActionEnded(latest, result)),
    );
  }

  function begin({ guildId, number }: IncidentRef, action: BulkAction): void {
    const incident = { guildId, number };
    const errorContext = { operation: 'acting on an incident', ids: { guildId, incident: number } };
    background.run(errorContext, async () => {
      try {
        await run(incident, action);
      } finally {
        running.delete(keyOf(incident));
        if (!signal.aborted) onChange(incident);
      }
    });
    onChange(incident);
  }

  return {
    async act({ guildId, number, kind, by, cases: numbers, skipped }) {
      signal.throwIfAborted();
      const at = clock.now();
      const action: BulkAction = { kind, by, at, cases: [...numbers], skipped, result: null };
      let busy: BulkAction | null = null;
      const incident = await incidents.update({ guildId, number }, (latest) => {
        busy = runningAction(latest);
        return busy === null ? { ...latest, bulkActions: [...latest.bulkActions, action] } : latest;
      });
      if (incident === null) return { kind: 'unknown incident' };
      if (busy !== null) return { kind: 'busy', action: busy };
      begin(incident, action);
      return { kind: 'begun' };
    },
    progress: (incident) => running.get(keyOf(incident)) ?? null,
    resume(incident) {
      const action = runningAction(incident);
      if (action !== null && !running.has(keyOf(incident))) begin(incident, action);
    },
  };
}

/**
 * The bulk action's step on a case; null: not begun. `changed`: a moderator has acted on the case since the
 * permissions were checked.
 */
function knownAction(
  { moderatorActions }: Case,
  { number }: IncidentRef,
  { kind, at }: BulkAction,
): ModeratorAction | 'changed' | null {
  const since = moderatorActions.filter((action) => action.at >= at);
  const own = since.find((action) => action.kind === kind && action.incident === number);
  if (own !== undefined) return own;
  return since.length > 0 ? 'changed' : null;
}

function isSuccess({ steps }: ModeratorAction): boolean {
  return steps.every(({ outcome }) => outcome?.status === 'done');
}
