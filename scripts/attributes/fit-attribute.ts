import type { AttributeFit, AttributeInput } from '../../src/service/attributes/attributes.ts';
import { sigmoid } from '../train/sigmoid.ts';

export interface FitRow {
  /** As logits, in the order of the recipe's inputs. */
  readonly inputs: readonly number[];
  /** From 0 to 1. */
  readonly label: number;
  readonly weight: number;
}

const STEPS = 1_500;
const RATE = 0.3;
/** Keeps redundant inputs from sharing their weight arbitrarily. */
const DECAY = 0.002;

/** Logistic regression with weights of at least zero: evidence for an attack never lowers the probability of one. */
export function fitAttribute(
  inputs: readonly AttributeInput[],
  rows: readonly FitRow[],
): AttributeFit {
  const weights = inputs.map(() => 1 / inputs.length);
  let offset = 0;
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 0; step < STEPS; step += 1) {
    const slopes = inputs.map(() => 0);
    let bias = 0;
    for (const row of rows) {
      let sum = offset;
      for (let at = 0; at < weights.length; at += 1) {
        sum += (weights[at] ?? 0) * (row.inputs[at] ?? 0);
      }
      const gradient = (sigmoid(sum) - row.label) * row.weight;
      bias += gradient;
      for (let at = 0; at < weights.length; at += 1) {
        slopes[at] = (slopes[at] ?? 0) + gradient * (row.inputs[at] ?? 0);
      }
    }
    offset -= (RATE * bias) / total;
    for (let at = 0; at < weights.length; at += 1) {
      const slope = (slopes[at] ?? 0) / total + DECAY * (weights[at] ?? 0);
      weights[at] = Math.max(0, (weights[at] ?? 0) - (RATE / 4) * slope);
    }
  }
  const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
  return { offset: rounded(offset), inputs, weights: weights.map(rounded) };
}
