import { sleep, type Clock } from '../../../shared/clock.ts';
import type { Case, ModeratorAction } from '../../domain/case.ts';
import type {
  AllowedTexts,
  ModeratorActionRequest,
  ModeratorActionResult,
  ModeratorActions,
  Undoer,
} from '../../domain/actions/moderator-action-ports.ts';
import {
  conflictOf,
  openModeratorAction,
  type Conflict,
} from '../../domain/actions/moderator-action-kinds.ts';
import {
  draftModeratorAction,
  isStillPermitted,
  withActionOutcome,
  withModeratorActionEnded,
} from '../../domain/actions/moderator-actions.ts';
import { isReversal } from '../../domain/actions/action-facts.ts';
import type { Cases, EffectContext, Executor, Policies } from '../../domain/ports.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import { noticeTooFast } from '../notices/notice-too-fast.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';
import type { AlertSync, CasesOfAlert } from '../../posts/delivery/alert-sync.ts';
import type { CaseLog } from './case-log.ts';

/** Runs what moderators decide about cases. */
export interface ModeratorActionRunner extends Pick<ModeratorActions, 'run' | 'runAll'> {
  /** Like `run`, but waits until it has ended, however long Discord takes. Rejects only when the pipeline stops. */
  runToEnd(request: ModeratorActionRequest): Promise<ModeratorActionResult>;
  /** Finishes the moderator action that an earlier process began. Resolves at once if there is none. */
  resume(guildId: string, number: number): Promise<void>;
}

/** The moderator gets an answer within this time even if Discord is down; the action continues. */
const ANSWER_WITHIN_MS = 10_000;

export function createModeratorActionRunner(deps: {
  executor: Executor;
  undoer: Undoer;
  alertSync: AlertSync;
  cases: Cases;
  policies: Pick<Policies, 'get'>;
  allowedTexts: AllowedTexts;
  caseLog: Pick<CaseLog, 'moderatorActionEnded'>;
  background: Background;
  retry: Retry;
  clock: Clock;
  signal: AbortSignal;
}): ModeratorActionRunner {
  const { executor, undoer, alertSync, cases, policies, allowedTexts } = deps;
  const { caseLog, background, retry, clock, signal } = deps;
  /** Cases with a moderator action that this process runs, so that `resume` leaves them alone. */
  const running = new Set<string>();

  const keyOf = ({ guildId, number }: Pick<Case, 'guildId' | 'number'>): string =>
    `${guildId}/${number}`;

  /** Stores the action before anything is done, unless there is a conflict. Of two at once, the second conflicts. */
  async function begin(
    existingCase: Case,
    request: ModeratorActionRequest,
  ): Promise<{ record: Case; conflict: Conflict | null }> {
    const { timeoutSeconds, notice } = await policies.get(existingCase.guildId);
    let conflict: Conflict | null = null;
    const record = await cases.update(existingCase, (latest) => {
      conflict = conflictOf(latest, request.kind, clock.now());
      if (conflict === null && !isStillPermitted(latest, request)) conflict = { kind: 'changed' };
      if (conflict !== null) return latest;
      // Marked before the action is in the store, where `resume` could find it.
      running.add(keyOf(latest));
      const action = draftModeratorAction(
        latest,
        { ...request, timeoutSeconds, isNoticeEnabled: notice.enabled },
        clock.now(),
      );
      return { ...latest, moderatorActions: [...latest.moderatorActions, action] };
    });
    return { record, conflict };
  }

  /**
   * Runs the open actions of cases that share an alert to their end. `resumed`: their first open steps may already have been
   * done.
   */
  async function runOpenActions(records: readonly Case[], resumed: boolean): Promise<void> {
    // All settle before a retry, so that no two runs of one case overlap.
    const results = await Promise.allSettled(
      records.map((record) => runOpenAction(record, resumed)),
    );
    const acted = results.flatMap((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value === null ? [] : [result.value];
    });
    const [first, ...others] = acted;
    if (first !== undefined) await end([first, ...others]);
  }

  /** Null: the case has no open action. */
  async function runOpenAction(record: Case, resumed: boolean): Promise<Case | null> {
    const moderatorAction = openModeratorAction(record);
    if (moderatorAction === null) return null;
    const acted = await runSteps(record, moderatorAction, resumed);
    if (moderatorAction.kind === 'allow') await allowedTexts.add(record);
    if (moderatorAction.kind === 'disallow') await allowedTexts.remove(record);
    return acted;
  }

  /** Each step is saved as soon as Discord has answered. */
  async function runSteps(
    record: Case,
    moderatorAction: ModeratorAction,
    resumed: boolean,
  ): Promise<Case> {
    const { guildId, number } = record;
    const policy = await policies.get(guildId);
    const text = await cases.evidence(guildId, number);
    const errorContext = {
      operation: 'running a moderator action',
      ids: { guildId, case: number },
    };
    let current = record;
    // Only the first open step can have been done before: each step waits for the outcome of the one before it.
    let isUncertain = resumed;
    for (const [index, { action, outcome: earlier }] of moderatorAction.steps.entries()) {
      if (earlier !== null) continue;
      const outcome = await retry(errorContext, async (attempt) => {
        // A lost answer may hide that the action was done.
        const isRepeated = isUncertain || attempt > 0;
        const context: EffectContext = {
          record: current,
          policy,
          text,
          moderatorAction,
          resumed: isRepeated,
        };
        if (isReversal(action)) return undoer.undo(action, context);
        const result = await executor.execute(action, context);
        // The ban must not wait until Discord allows more direct messages.
        const isTooFast = result.status === 'unavailable' && result.retryAfterMs !== undefined;
        return isTooFast ? noticeTooFast(clock.now()) : result;
      });
      current = await cases.update(current, (latest) => withActionOutcome(latest, index, outcome));
      isUncertain = false;
    }
    return current;
  }

  async function end(records: CasesOfAlert): Promise<void> {
    const [{ guildId, number }] = records;
    const ids = { guildId, case: number };
    const endedAt = clock.now();
    await alertSync.withLatest(records, async ([first, ...others]) => {
      // The alert shows the end before the store has it: after a kill in between, the alert is refreshed once more.
      const ended = (latest: Case): Case => withModeratorActionEnded(latest, endedAt);
      await retry({ operation: 'refreshing an alert', ids }, () =>
        alertSync.show([ended(first), ...others.map(ended)]),
      );
      for (const latest of [first, ...others]) {
        caseLog.moderatorActionEnded(await cases.update(latest, ended));
      }
    });
  }

  /** Runs the actions in the background. Resolves when they have ended or when the moderator has waited long enough. */
  async function runInBackground(records: CasesOfAlert): Promise<'ended' | 'in progress'> {
    const [{ guildId, number }] = records;
    const errorContext = { operation: 'ending a moderator action', ids: { guildId, case: number } };
    const settled = new AbortController();
    let isEnded = false;
    background.run(errorContext, async () => {
      try {
        await retry(errorContext, async (attempt) => {
          // After a failed attempt, some of their steps may be stored.
          const latest = attempt === 0 ? records : await Promise.all(records.map(latestOf));
          await runOpenActions(latest, attempt > 0);
        });
        isEnded = true;
      } finally {
        for (const record of records) running.delete(keyOf(record));
        settled.abort();
      }
    });
    await sleep(clock, ANSWER_WITHIN_MS, AbortSignal.any([settled.signal, signal]));
    return isEnded ? 'ended' : 'in progress';
  }

  async function latestOf(record: Case): Promise<Case> {
    return (await cases.get(record.guildId, record.number)) ?? record;
  }

  /** Stores the requested action; null: there is no such case. */
  async function request(
    requested: ModeratorActionRequest,
  ): Promise<{ record: Case; conflict: Conflict | null } | null> {
    const existingCase = await cases.get(requested.guildId, requested.number);
    return existingCase === null ? null : begin(existingCase, requested);
  }

  async function runAll(
    requests: readonly ModeratorActionRequest[],
  ): Promise<ModeratorActionResult[]> {
    signal.throwIfAborted();
    const requested = [];
    for (const each of requests) requested.push(await request(each));
    const [begun, ...others] = requested.flatMap((each) =>
      each?.conflict === null ? [each.record] : [],
    );
    const kind = begun === undefined ? 'ended' : await runInBackground([begun, ...others]);
    return Promise.all(
      requested.map(async (each): Promise<ModeratorActionResult> => {
        if (each === null) return { kind: 'unknown case' };
        const { record, conflict } = each;
        if (conflict !== null) {
          // The alert was stale, or it would not have offered this action.
          alertSync.refresh(record);
          return { kind: 'conflict', record, conflict };
        }
        const latest = await latestOf(record);
        // Leaves out an action that has begun since.
        const moderatorActions = latest.moderatorActions.slice(0, record.moderatorActions.length);
        return { kind, record: { ...latest, moderatorActions } };
      }),
    );
  }

  async function runToEnd(requested: ModeratorActionRequest): Promise<ModeratorActionResult> {
    const { guildId, number } = requested;
    const errorContext = {
      operation: 'running a moderator action',
      ids: { guildId, case: number },
    };
    const begun = await retry(errorContext, () => request(requested));
    if (begun === null) return { kind: 'unknown case' };
    const { record, conflict } = begun;
    if (conflict !== null) return { kind: 'conflict', record, conflict };
    try {
      await retry(errorContext, async (attempt) => {
        // After a failed attempt, some of its steps may be stored.
        await runOpenActions([attempt === 0 ? record : await latestOf(record)], attempt > 0);
      });
    } finally {
      running.delete(keyOf(record));
    }
    return { kind: 'ended', record: await latestOf(record) };
  }

  return {
    runAll,
    runToEnd,
    async run(requested) {
      const [result] = await runAll([requested]);
      return result ?? { kind: 'unknown case' };
    },
    async resume(guildId, number) {
      const record = await cases.get(guildId, number);
      if (record === null || openModeratorAction(record) === null) return;
      const key = keyOf(record);
      if (running.has(key)) return;
      running.add(key);
      try {
        await runOpenActions([record], true);
      } finally {
        running.delete(key);
      }
    },
  };
}
