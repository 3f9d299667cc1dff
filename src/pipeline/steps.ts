import { backoffMs } from '../lib/backoff.ts';
import type { Complain } from '../lib/complain.ts';
import { withOutcome, type Case } from '../moderation/case.ts';
import type { Effect } from '../moderation/effects.ts';
import type {
  Alerts,
  AlertResult,
  Cases,
  EffectContext,
  Executor,
  Unavailable,
} from '../moderation/ports.ts';
import type { CaseLog } from './case-log.ts';
import type { ObserveEffect } from './outcome.ts';
import { pause, type Retry, type Waiting } from './retry.ts';

export interface Steps {
  /**
   * Carries out the wanted steps of a case that are open, in order, each saved when Discord has answered.
   * Resolves to the case as it is then. `resumed`: the first of them may have been done already.
   */
  carry(context: EffectContext, wanted: (effect: Effect) => boolean): Promise<Case>;
}

const MAX_WAIT_MS = 60_000;

export function createSteps(deps: {
  executors: { enforce: Executor; shadow: Executor };
  alerts: Alerts;
  cases: Cases;
  caseLog: CaseLog;
  /** Told of every effect that has its outcome. */
  observeEffect?: ObserveEffect | undefined;
  waiting: Waiting;
  retry: Retry;
  complain: Complain;
}): Steps {
  const { executors, alerts, cases, caseLog, observeEffect, waiting, retry, complain } = deps;

  async function attempt(
    effect: Effect,
    context: EffectContext,
  ): Promise<AlertResult | Unavailable> {
    if (effect.kind === 'alert') return alerts.post(context);
    const outcome = await executors[context.record.mode].execute(effect, context);
    if (outcome.status === 'unavailable') return outcome;
    return { outcome, alert: context.record.alert };
  }

  /** Until Discord has answered: with what was done, or why not. */
  async function perform(effect: Effect, context: EffectContext): Promise<AlertResult> {
    const { guildId, number } = context.record;
    let result = await attempt(effect, context);
    for (let again = 0; 'status' in result; again += 1) {
      const trouble = { what: 'carrying out an effect', ids: { guildId, case: number } };
      complain(trouble, new Error(result.reason));
      await pause(waiting, backoffMs(again, MAX_WAIT_MS, waiting.random));
      // An answer that got lost may hide that it was done.
      result = await attempt(effect, { ...context, resumed: true });
    }
    return result;
  }

  return {
    async carry({ record, policy, text, resumed }, wanted) {
      const { guildId, number } = record;
      let current = record;
      // Of a stored case only the first open step can have been done already: the next ones wait for its outcome.
      let uncertain = resumed;
      for (const [index, { effect, outcome }] of record.steps.entries()) {
        if (outcome !== null || !wanted(effect)) continue;
        const context = { record: current, policy, text, resumed: uncertain };
        const result = await perform(effect, context);
        const ended = { index, ...result, at: waiting.clock.now() };
        const trouble = { what: 'saving a case', ids: { guildId, case: number } };
        // A moderator may have ruled on it meanwhile.
        current = await retry(trouble, () =>
          cases.update(record, (latest) => withOutcome(latest, ended)),
        );
        observeEffect?.(effect, result.outcome);
        uncertain = false;
      }
      if (record.closedAt === null && current.closedAt !== null) caseLog.closed(current);
      return current;
    },
  };
}
