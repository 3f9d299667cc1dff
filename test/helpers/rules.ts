import type { ServiceJudgement } from '../../src/bot/domain/case.ts';
import { decide, type Decision } from '../../src/bot/domain/decide.ts';
import type { Effect } from '../../src/bot/domain/effects.ts';
import type { JudgedText, Origin } from '../../src/bot/domain/policy/choose-rule.ts';
import { defaultPolicy } from '../../src/bot/domain/policy/policy.ts';
import type { Rule } from '../../src/bot/domain/policy/rules.ts';
import { snapshot } from './snapshots.ts';
import { verdict } from './verdicts.ts';

/** A rule for each suggested action. */
export function rulesByAction(effects: Record<string, Effect[]>): Rule[] {
  return Object.entries(effects).map(([action, wanted]) => ({
    id: action,
    name: action,
    when: { actions: [action] },
    effects: wanted,
  }));
}

export function judged(action: string): ServiceJudgement {
  return { kind: 'verdict', verdict: verdict(action) };
}

/** A text with this suggested action, by a member unless told otherwise. */
export function judgedText(action: string, origin: Origin = snapshot()): JudgedText {
  return { origin, judgement: judged(action), blockedWords: [] };
}

/** The default policy's decision; throws if no rule applies. */
export function decisionOn(text: JudgedText): Decision {
  const decision = decide(defaultPolicy, text);
  if (decision === null) throw new Error('No rule applies to this text.');
  return decision;
}
