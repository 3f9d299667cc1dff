import type { EngineAction, Heads } from '../engine.ts';
import type { Meta } from '../model/weights.ts';

/** The action for a text, and the engine's confidence in it, 0 to 1. */
export interface ActionDecision {
  action: EngineAction;
  confidence: number;
}

/**
 * Deletes for toxicity only; flags for toxicity, or for a sufficiently high hate or aggression score. The confidence is
 * the deciding score; for `pass`, how certainly the text isn't toxic.
 */
export function decideAction(
  { toxicity, identityHate, aggressive }: Heads,
  thresholds: Meta['thresholds'],
): ActionDecision {
  if (toxicity >= thresholds.delete) return { action: 'delete', confidence: toxicity };
  const reasons = [
    { score: toxicity, threshold: thresholds.flag },
    { score: identityHate, threshold: thresholds.flagHate },
    { score: aggressive, threshold: thresholds.flagAggressive },
  ].filter(({ score, threshold }) => score >= threshold);
  if (reasons.length === 0) return { action: 'pass', confidence: 1 - toxicity };
  return { action: 'flag', confidence: Math.max(...reasons.map(({ score }) => score)) };
}
