import type { Action, Heads } from '../engine.ts';
import type { Meta } from '../model/weights.ts';

/** What is done about a text, and how sure the engine is of it, 0 to 1. */
export interface Judgement {
  action: Action;
  confidence: number;
}

/**
 * Deletes for toxicity alone; lets people look for toxicity, and for hate or aggression that is sure enough by itself.
 * The confidence is the score that decided, or for `pass` how sure it is that the text is not toxic.
 */
export function judge(
  { toxicity, identityHate, aggressive }: Heads,
  thresholds: Meta['thresholds'],
): Judgement {
  if (toxicity >= thresholds.delete) return { action: 'delete', confidence: toxicity };
  const reasons = [
    { score: toxicity, threshold: thresholds.flag },
    { score: identityHate, threshold: thresholds.flagHate },
    { score: aggressive, threshold: thresholds.flagAggressive },
  ].filter(({ score, threshold }) => score >= threshold);
  if (reasons.length === 0) return { action: 'pass', confidence: 1 - toxicity };
  return { action: 'flag', confidence: Math.max(...reasons.map(({ score }) => score)) };
}
