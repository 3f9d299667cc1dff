import { sigmoid } from '../sigmoid.ts';

/** A model's sum, its label between 0 and 1, and its weight. */
export type FitRow = readonly [sum: number, label: number, weight: number];

export interface FitOptions {
  readonly steps: number;
  readonly slopeRate: number;
  readonly offsetRate: number;
  readonly startSlope: number;
}

/** The slope and offset that turn a model's sums into logits of probabilities, by logistic regression. */
export function fitLogistic(
  rows: readonly FitRow[],
  { steps, slopeRate, offsetRate, startSlope }: FitOptions,
): { slope: number; offset: number } {
  let [slope, offset] = [startSlope, 0];
  const total = rows.reduce((sum, [, , weight]) => sum + weight, 0);
  for (let step = 0; step < steps; step += 1) {
    let [slopeGradient, offsetGradient] = [0, 0];
    for (const [sum, label, weight] of rows) {
      const g = (sigmoid(slope * sum + offset) - label) * weight;
      slopeGradient += g * sum;
      offsetGradient += g;
    }
    slope -= (slopeRate * slopeGradient) / total;
    offset -= (offsetRate * offsetGradient) / total;
  }
  return { slope, offset };
}
