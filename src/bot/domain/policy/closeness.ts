import { scoreAt, type Verdict } from '../verdict.ts';
import { presetFor, type Origin } from './choose-rule.ts';
import type { Policy } from './policy.ts';
import { PRESETS } from './presets.ts';
import type { Conditions } from './rules.ts';

/**
 * How close a text is to another outcome, from 0: how far a score is from a threshold of the rules, or how unsure the service
 * is. Only for showing; nothing is decided with it.
 */
export function closenessOf(policy: Policy, origin: Origin, verdict: Verdict): number {
  const action = verdict.action.trim().toLowerCase();
  const rules = [...policy.rules, ...PRESETS[presetFor(policy, origin)]];
  const distances = rules.flatMap(({ when }) =>
    when.actions?.includes(action) === false ? [] : distanceTo(when, verdict),
  );
  return Math.min(Math.abs(verdict.confidence), ...distances);
}

/** All scores must be reached, so the one missed by the most decides; if none is missed, the one reached by the least. */
function distanceTo({ scores = [] }: Conditions, verdict: Verdict): number[] {
  const margins = scores.map(({ score, atLeast }) => (scoreAt(verdict, score) ?? 0) - atLeast);
  const missed = margins.filter((margin) => margin < 0);
  if (missed.length > 0) return [Math.max(...missed.map((margin) => -margin))];
  return margins.length === 0 ? [] : [Math.min(...margins)];
}
