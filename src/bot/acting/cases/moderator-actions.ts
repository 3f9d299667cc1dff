import { sleep } from '../../../shared/clock.ts';
import type { Case } from '../../domain/case.ts';
import type {
  ModeratorActionRequest,
  ModeratorActionResult,
  ModeratorActions,
} from '../../domain/actions/moderator-action-ports.ts';
import { openModeratorAction } from '../../domain/actions/moderator-action-kinds.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import { editsOf } from '../../domain/posts/alert-ref.ts';
import { createBeginModeratorAction } from './begin-moderator-action.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { createRunOpenActions, type RunOpenActionsDeps } from './run-open-actions.ts';

/** Runs what moderators decide about cases. */
export interface ModeratorActionRunner extends Pick<ModeratorActions, 'run' | 'runAll'> {
  /** Like `run`, but waits until it has ended, however long Discord takes. Rejects only when the pipeline stops. */
  runToEnd(request: ModeratorActionRequest): Promise<ModeratorActionResult>;
  /** Finishes the moderator action that an earlier process began. Resolves at once if there is none. */
  resume(guildId: string, number: number): Promise<void>;
}

/** The moderator gets an answer within this time even if Discord is down; the action continues. */
const ANSWER_WITHIN_MS = 10_000;

export interface ModeratorActionRunnerDeps extends RunOpenActionsDeps {
  readonly outbox: Pick<Outbox, 'look' | 'wantSoon' | 'whenShown'>;
  readonly background: Background;
  readonly signal: AbortSignal;
}

export function createModeratorActionRunner(
  deps: ModeratorActionRunnerDeps,
): ModeratorActionRunner {
  const { outbox, cases, policies, background, retry, clock, signal } = deps;
  const runOpenActions = createRunOpenActions(deps);
  const begin = createBeginModeratorAction({
    cases,
    policies,
    clock,
    onBegin: (record) => running.add(keyOf(record)),
  });
  /** Cases with a moderator action that this process runs, so that `resume` leaves them alone. */
  const running = new Set<string>();

  /** Runs the actions in the background. Resolves when they have ended or when the moderator has waited long enough. */
  async function runInBackground(
    records: readonly [Case, ...Case[]],
  ): Promise<'ended' | 'in progress'> {
    const [{ guildId, number }] = records;
    const errorContext = { operation: 'ending a moderator action', ids: { guildId, case: number } };
    const settled = new AbortController();
    let isEnded = false;
    background.run(errorContext, async () => {
      try {
        await retry(errorContext, async (attempt) => {
          // After a failed attempt, outcomes of some of their steps may be stored.
          const latest = attempt === 0 ? records : await Promise.all(records.map(latestOf));
          await runOpenActions(latest, attempt > 0);
        });
        isEnded = true;
        // The moderator looks at the alert next.
        await Promise.all(records.flatMap(editsOf).map(outbox.whenShown));
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

  async function runAll(
    requests: readonly ModeratorActionRequest[],
  ): Promise<ModeratorActionResult[]> {
    signal.throwIfAborted();
    const requested = [];
    for (const each of requests) requested.push(await begin(each));
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
          for (const edit of editsOf(record)) outbox.wantSoon(edit);
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
    const begun = await retry(errorContext, () => begin(requested));
    if (begun === null) return { kind: 'unknown case' };
    const { record, conflict } = begun;
    if (conflict !== null) return { kind: 'conflict', record, conflict };
    try {
      await retry(errorContext, async (attempt) => {
        // After a failed attempt, outcomes of some of its steps may be stored.
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

function keyOf({ guildId, number }: Pick<Case, 'guildId' | 'number'>): string {
  return `${guildId}/${number}`;
}
