import type { ServiceJudgement } from '../moderation/case.ts';
import { decide, uncheckedDecision, type Decision } from '../moderation/decide.ts';
import type { Policy } from '../moderation/policy.ts';
import type { Moderation } from '../moderation/ports.ts';
import { samplesOf } from '../moderation/sample.ts';
import type { Standing } from '../moderation/snapshot.ts';

/** The service's word on one sample, sooner or later. */
export type Judged = Exclude<Moderation, { kind: 'unavailable' }>;

/** Something is to be done about a message. */
export interface Finding {
  readonly decision: Decision;
  readonly judgement: ServiceJudgement;
}

/**
 * Asks about each sample of a text and decides. Of several samples the first that calls for an action
 * counts, else the first that calls for an alert. Null: all is well.
 */
export async function judge(subject: {
  text: string;
  policy: Policy;
  standing: Standing;
  ask: (sample: string) => Promise<Judged>;
}): Promise<Finding | null> {
  let finding: Finding | null = null;
  for (const sample of samplesOf(subject.text)) {
    const found = findingOf(await subject.ask(sample), subject.policy, subject.standing);
    if (found.decision.effects.length === 0) continue;
    if (callsForAction(found.decision)) return found;
    finding ??= found;
  }
  return finding;
}

function findingOf(judged: Judged, policy: Policy, standing: Standing): Finding {
  switch (judged.kind) {
    case 'verdict':
      return {
        decision: decide(policy, judged.verdict, standing),
        judgement: { kind: 'verdict', verdict: judged.verdict },
      };
    case 'rejected':
      return {
        decision: uncheckedDecision,
        judgement: { kind: 'unchecked', reason: judged.reason },
      };
  }
}

function callsForAction({ effects, withheld }: Decision): boolean {
  return withheld !== null || effects.some(({ kind }) => kind !== 'alert');
}
