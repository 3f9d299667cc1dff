import type { Decision } from '../decide.ts';
import type { EffectKind } from '../effects.ts';

/** How much each effect takes from its author. */
const SEVERITY: Readonly<Record<EffectKind, number>> = {
  alert: 1,
  notice: 2,
  addRole: 3,
  removeRole: 3,
  resetName: 4,
  delete: 5,
  timeout: 6,
  kick: 7,
  ban: 8,
};

/** How severe the most severe effect of a decision is, withheld ones included; 0: nothing follows. */
export function severityOf(decision: Decision | null): number {
  if (decision === null) return 0;
  const { effects, withheld } = decision;
  return Math.max(
    0,
    ...[...effects, ...(withheld?.effects ?? [])].map(({ kind }) => SEVERITY[kind]),
  );
}

/**
 * The decision about a text that contains allowed words. Those words no longer count, so the decision about the rest of the text
 * holds, unless it is more severe: leaving out words, such as “not”, can also make a text worse.
 */
export function milder(whole: Decision, rest: Decision | null): Decision | null {
  return severityOf(rest) <= severityOf(whole) ? rest : whole;
}
