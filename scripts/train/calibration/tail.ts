import { sigmoid } from '../sigmoid.ts';

/** A model's probability for a text, and the text's weight. */
export interface WeightedScore {
  score: number;
  weight: number;
}

/** The tail is fitted to the highest-scoring texts of this total weight: enough that a few wrong labels hardly matter. */
const TAIL = 40;
const EPSILON = 1e-9;

function logit(score: number): number {
  const kept = Math.max(EPSILON, Math.min(1 - EPSILON, score));
  return Math.log(kept / (1 - kept));
}

/**
 * The score that the given share of the texts, from 0 to 1, is expected to reach. If that share is less than a few dozen texts,
 * counting them would let single texts decide, so the logits of the highest scores are assumed to be distributed exponentially.
 */
export function scoreReachedBy(share: number, texts: readonly WeightedScore[]): number {
  const ranked = texts.toSorted((a, b) => b.score - a.score);
  const wanted = share * ranked.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  let sum = 0;
  for (const { score, weight } of ranked) {
    const value = logit(score);
    if (reached + weight > Math.max(wanted, TAIL)) {
      if (wanted >= TAIL) return score;
      const mean = sum / reached - value;
      return sigmoid(value + mean * Math.log(reached / wanted));
    }
    reached += weight;
    sum += weight * value;
  }
  return 0;
}
