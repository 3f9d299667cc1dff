import type { Heads } from '../engine.ts';
import type { Scores } from './scorer.ts';
import { HEADS, type Head } from './shape.ts';

const probability = (logit: number): number => 1 / (1 + Math.exp(-logit));

const at = (head: Head): number => HEADS.indexOf(head);
const TOXICITY = at('toxicity');
const MENTION = at('identityMention');
const HATE = at('identityHate');
const POLITICAL = at('political');
const VULGAR = at('vulgar');
const AGGRESSIVE = at('aggressive');
const DEFENSIVE = at('defensive');
const SENTIMENT = at('sentiment');

/** The heads' probabilities; sentiment from -1 to 1. */
export function headsOf({ combined }: Pick<Scores, 'combined'>): Heads {
  return {
    toxicity: probability(combined[TOXICITY] ?? 0),
    identityMention: probability(combined[MENTION] ?? 0),
    identityHate: probability(combined[HATE] ?? 0),
    political: probability(combined[POLITICAL] ?? 0),
    vulgar: probability(combined[VULGAR] ?? 0),
    aggressive: probability(combined[AGGRESSIVE] ?? 0),
    defensive: probability(combined[DEFENSIVE] ?? 0),
    sentiment: 2 * probability(combined[SENTIMENT] ?? 0) - 1,
  };
}
