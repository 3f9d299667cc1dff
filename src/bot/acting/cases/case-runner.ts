import type { Clock } from '../../../shared/clock.ts';
import { manualActionOf, openActionOf, type Case } from '../../domain/case.ts';
import type { Undoer } from '../../domain/actions/moderator-action-ports.ts';
import { isReversal } from '../../domain/actions/action-facts.ts';
import type { Outcome } from '../../domain/effects.ts';
import type { Cases, EffectContext, Executor, Policies } from '../../domain/ports.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';
import { noticeTooFast } from '../notices/notice-too-fast.ts';
import { isLastChance, type NoticeQueue } from '../notices/notice-queue.ts';
import type { SaveOutcome } from './save-outcome.ts';

/** Runs the steps of cases, one at a time. */
export interface CaseRunner {
  /** Reads what the steps of a case need; null: the case was erased. */
  load(guildId: string, number: number): Promise<Omit<EffectContext, 'resumed'> | null>;
  /** Runs the next action of a case until it has an outcome, and resolves to the case as stored then. */
  runNext(context: EffectContext): Promise<Case>;
}

export function createCaseRunner(deps: {
  executors: { enforce: Executor; watch: Executor };
  undoer: Undoer;
  saveOutcome: SaveOutcome;
  noticeQueue: Pick<NoticeQueue, 'deliver'>;
  cases: Pick<Cases, 'get' | 'evidence'>;
  policies: Pick<Policies, 'get'>;
  clock: Clock;
  retry: Retry;
}): CaseRunner {
  const { executors, undoer, saveOutcome, noticeQueue, cases, policies, clock, retry } = deps;

  return {
    load(guildId, number) {
      const errorContext = { operation: 'reading a case', ids: { guildId, case: number } };
      return retry(errorContext, async () => {
        const record = await cases.get(guildId, number);
        if (record === null) return null;
        const policy = await policies.get(guildId);
        return { record, policy, text: await cases.evidence(guildId, number) };
      });
    },
    async runNext(context) {
      const { record, resumed } = context;
      const next = openActionOf(record);
      if (next === null) return record;
      const { index, action } = next;
      const executor = executors[record.mode];
      const ids = { guildId: record.guildId, case: record.number };
      const save = (outcome: Outcome): Promise<Case> => saveOutcome(record, { index, outcome });
      return retry({ operation: 'running an effect', ids }, async (attempt) => {
        // A lost answer may hide that the effect was done.
        const repeatable = { ...context, resumed: resumed || attempt > 0 };
        const isManual = manualActionOf(record) !== null;
        // A notice by a moderator is sent at once and never merged with a later one.
        if (action.kind === 'notice' && record.mode === 'enforce' && !isManual) {
          return noticeQueue.deliver(repeatable, ({ outcome, notice }) =>
            saveOutcome(record, { index, outcome, notice }),
          );
        }
        const result = isReversal(action)
          ? await undoer.undo(action, repeatable)
          : await executor.execute(action, repeatable);
        if (result.status !== 'unavailable') return save(result);
        // A kick or a ban must not wait until Discord allows more direct messages.
        const isTooFast = action.kind === 'notice' && result.retryAfterMs !== undefined;
        return isTooFast && isLastChance(record) ? save(noticeTooFast(clock.now())) : result;
      });
    },
  };
}
