import type { Heads } from '../engine.ts';
import type { Scores } from './scorer.ts';
import { HEADS } from './shape.ts';

const probability = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The heads' probabilities; sentiment from -1 to 1. */
export function headsOf({ combined }: Pick<Scores, 'combined'>): Heads {
  const of = (head: (typeof HEADS)[number]): number =>
    probability(combined[HEADS.indexOf(head)] ?? 0);
  return {
    toxicity: of('toxicity'),
    identityMention: of('identityMention'),
    identityHate: of('identityHate'),
    political: of('political'),
    vulgar: of('vulgar'),
    aggressive: of('aggressive'),
    defensive: of('defensive'),
    sentiment: 2 * of('sentiment') - 1,
  };
}
