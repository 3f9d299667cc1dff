import type { Decision } from '../decide.ts';
import { severityOf } from '../actions/action-facts.ts';

/** The severity of a decision's most severe effect, withheld ones included; 0: nothing follows. */
function highestSeverity(decision: Decision | null): number {
  const effects = [...(decision?.effects ?? []), ...(decision?.withheld?.effects ?? [])];
  return Math.max(0, ...effects.map(severityOf));
}

/**
 * The decision about a text that contains allowed words. Those words no longer count, so the decision about the rest of the text
 * holds, unless it is more severe: leaving out words, such as “not”, can also make a text worse.
 */
export function milder<D extends Decision>(whole: D, rest: D | null): D | null {
  return highestSeverity(rest) <= highestSeverity(whole) ? rest : whole;
}
