import type { Spread, Translate } from '../../src/bot/command-kit.ts';
import type { InsightsResult } from '../../src/service-api/client/groups/insights.ts';

export interface Score {
  readonly atMs: number;
  readonly score: number;
}

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

/** Null: no scores. */
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

/** For the chart: the mean, and the band of the middle 80 % of scores. Null: no scores. */
export function spreadOf(scores: readonly Score[]): Spread | null {
  const summary = summaryOf(scores);
  if (summary === null) return null;
  const sorted = scores.map(({ score }) => score).sort((a, b) => a - b);
  return {
    mean: summary.mean,
    low: quantile(sorted, 0.1),
    high: quantile(sorted, 0.9),
    count: scores.length,
  };
}

/** Interpolated between the two nearest of the sorted values. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const [below = 0, above = below] = sorted.slice(Math.floor(position), Math.floor(position) + 2);
  return below + (above - below) * (position % 1);
}

export function formatScore(score: number, { language }: Translate): string {
  return score.toLocaleString(language, { maximumFractionDigits: 3 });
}
