import type { InsightsResult } from '../../src/client/insights.ts';

export interface Score {
  readonly atMs: number;
  readonly score: number;
}

/** Of those that have one. */
export function scoresOf(results: readonly InsightsResult[]): Score[] {
  return results.flatMap(({ requestTimeMs, score }) =>
    score === null ? [] : [{ atMs: requestTimeMs, score }],
  );
}

export interface Summary {
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Null of none. */
export function summaryOf(scores: readonly Score[]): Summary | null {
  if (scores.length === 0) return null;
  let sum = 0;
  let lowest = Infinity;
  let highest = -Infinity;
  for (const { score } of scores) {
    sum += score;
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  return { mean: sum / scores.length, lowest, highest };
}

export function formatScore(score: number): string {
  return score.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
