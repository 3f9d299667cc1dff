import type { Case } from '../moderation/case.ts';
import type { Effect } from '../moderation/effects.ts';
import type { Policy } from '../moderation/policy.ts';
import type { Cases, EffectContext, Policies } from '../moderation/ports.ts';
import type { AlertQueue } from './alert-queue.ts';
import type { Steps } from './steps.ts';

/**
 * Carries out cases. All resolves when every step but the alert is done and saved; the alert then waits for
 * its turn and is not waited for.
 */
export interface CarryOut {
  /** Carries out a case that was opened just now. */
  begin(record: Case, policy: Policy, text: string): Promise<void>;
  /** Carries out what is left of a stored case. Resolves at once if it is closed already. */
  resume(guildId: string, number: number): Promise<void>;
}

export function createCarryOut(deps: {
  steps: Steps;
  alertQueue: AlertQueue;
  cases: Cases;
  policies: Policies;
}): CarryOut {
  const { steps, alertQueue, cases, policies } = deps;
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

  async function carry(context: EffectContext): Promise<void> {
    const { guildId, number, steps: before } = context.record;
    // An alert that was begun is the only step that was open.
    const resumed =
      context.resumed && before.every(({ effect, outcome }) => isAlert(effect) || outcome !== null);
    const record = await steps.carry(context, (effect) => !isAlert(effect));
    if (record.closedAt === null) alertQueue.add(guildId, number, resumed);
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

function isAlert({ kind }: Effect): boolean {
  return kind === 'alert';
}
