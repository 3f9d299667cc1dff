import type { Clock } from '../../../shared/clock.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';
import { isReversal } from '../../domain/actions/action-facts.ts';
import { openModeratorAction } from '../../domain/actions/moderator-action-kinds.ts';
import type { AllowedTexts, Undoer } from '../../domain/actions/moderator-action-ports.ts';
import {
  withActionOutcome,
  withModeratorActionEnded,
} from '../../domain/actions/moderator-actions.ts';
import type { Case, ModeratorAction } from '../../domain/case.ts';
import type { Cases, EffectContext, Executor, Policies } from '../../domain/ports.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { noticeTooFast } from '../notices/notice-too-fast.ts';
import type { CaseLog } from './case-log.ts';

/**
 * Runs the open actions of cases that share an alert to their end. `resumed`: their first open steps may already have been
 * done.
 */
export type RunOpenActions = (records: readonly Case[], resumed: boolean) => Promise<void>;

export interface RunOpenActionsDeps {
  readonly executor: Executor;
  readonly undoer: Undoer;
  readonly outbox: Pick<Outbox, 'look'>;
  readonly cases: Cases;
  readonly policies: Pick<Policies, 'get'>;
  readonly allowedTexts: AllowedTexts;
  readonly caseLog: Pick<CaseLog, 'moderatorActionEnded'>;
  readonly retry: Retry;
  readonly clock: Clock;
}

export function createRunOpenActions(deps: RunOpenActionsDeps): RunOpenActions {
  const { executor, undoer, outbox, cases, policies, allowedTexts, caseLog, retry, clock } = deps;

  /** Null: the case has no open action. */
  async function runOpenAction(record: Case, resumed: boolean): Promise<Case | null> {
    const moderatorAction = openModeratorAction(record);
    if (moderatorAction === null) return null;
    const acted = await runSteps(record, moderatorAction, resumed);
    // A picture is not a text: what is on the list stays there until somebody removes it.
    const isOfText = record.judgement.kind !== 'picture';
    if (moderatorAction.kind === 'allow' && isOfText) await allowedTexts.add(record);
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

  async function end(records: readonly Case[]): Promise<void> {
    const endedAt = clock.now();
    const ended: Case[] = [];
    for (const record of records) {
      ended.push(await cases.update(record, (latest) => withModeratorActionEnded(latest, endedAt)));
    }
    for (const record of ended) {
      outbox.look(record.guildId);
      caseLog.moderatorActionEnded(record);
    }
  }

  return async (records, resumed) => {
    // All settle before a retry, so that no two runs of one case overlap.
    const results = await Promise.allSettled(
      records.map((record) => runOpenAction(record, resumed)),
    );
    const acted = results.flatMap((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value === null ? [] : [result.value];
    });
    await end(acted);
  };
}
