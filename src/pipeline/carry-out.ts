import { withOutcome, type Case } from '../moderation/case.ts';
import type { Effect } from '../moderation/effects.ts';
import type { Policy } from '../moderation/policy.ts';
import type {
  Alerts,
  AlertResult,
  Cases,
  EffectContext,
  Executor,
  Policies,
  Unavailable,
} from '../moderation/ports.ts';
import { backoffMs, pause, type Complain, type Retry, type Waiting } from './retry.ts';

export interface CarryOut {
  /** Carries out a case that was opened just now. Resolves when it is closed. */
  begin(record: Case, policy: Policy, text: string): Promise<void>;
  /** Carries out what is left of a stored case. Resolves when it is closed, at once if it is already. */
  resume(guildId: string, number: number): Promise<void>;
}

const MAX_WAIT_MS = 60_000;

export function createCarryOut(deps: {
  executors: { enforce: Executor; shadow: Executor };
  alerts: Alerts;
  cases: Cases;
  policies: Policies;
  waiting: Waiting;
  retry: Retry;
  complain: Complain;
}): CarryOut {
  const { executors, alerts, cases, policies, waiting, retry, complain } = deps;
  /** Cases being carried out: nobody else starts on them meanwhile. */
  const running = new Map<string, Promise<void>>();

  function once(guildId: string, number: number, run: () => Promise<void>): Promise<void> {
    const key = `${guildId}/${number}`;
    const already = running.get(key);
    if (already !== undefined) return already;
    const fresh = run().finally(() => running.delete(key));
    running.set(key, fresh);
    return fresh;
  }

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

  async function carry({ record, policy, text, resumed }: EffectContext): Promise<void> {
    const { guildId, number } = record;
    let current = record;
    // Of a stored case only the first open step can have been done already: the next ones wait for its outcome.
    let uncertain = resumed;
    for (const [index, { effect, outcome }] of record.steps.entries()) {
      if (outcome !== null) continue;
      const result = await perform(effect, { record: current, policy, text, resumed: uncertain });
      const next = withOutcome(current, { index, ...result, at: waiting.clock.now() });
      const trouble = { what: 'saving a case', ids: { guildId, case: number } };
      await retry(trouble, () => cases.save(next));
      current = next;
      uncertain = false;
    }
  }

  return {
    begin: (record, policy, text) =>
      once(record.guildId, record.number, () => carry({ record, policy, text, resumed: false })),
    resume: (guildId, number) =>
      once(guildId, number, async () => {
        // Read in here, where nobody else writes it: the caller's copy may be older.
        const record = await cases.get(guildId, number);
        if (record === null || record.closedAt !== null) return;
        const policy = await policies.get(guildId);
        const text = await cases.evidence(guildId, number);
        await carry({ record, policy, text, resumed: true });
      }),
  };
}
