import { HEAD_COUNT } from '../../../src/service/engine/model/shape.ts';
import type { Meta } from '../../../src/service/engine/model/weights.ts';
import { sigmoid } from '../sigmoid.ts';

export interface HoldoutScores {
  linear: Float32Array;
  conv: Float32Array;
  /** -1 if unknown. */
  labels: Float32Array;
  weights: Float32Array;
}

const STEPS = 600;
const RATE = 0.1;
/**
 * Fits slope and offset for the sum of both models' logits by logistic regression on holdout texts. Separate weights
 * per model didn't improve the separation.
 */
function fitHead(scores: HoldoutScores, head: number): [slope: number, offset: number] {
  let [slope, offset] = [0.5, 0];
  const rows: [sum: number, label: number, weight: number][] = [];
  let total = 0;
  for (let at = head; at < scores.labels.length; at += HEAD_COUNT) {
    const label = scores.labels[at] ?? -1;
    const weight = scores.weights[(at - head) / HEAD_COUNT] ?? 1;
    if (label < 0) continue;
    rows.push([(scores.linear[at] ?? 0) + (scores.conv[at] ?? 0), label, weight]);
    total += weight;
  }
  for (let step = 0; step < STEPS; step += 1) {
    let [slopeGradient, offsetGradient] = [0, 0];
    for (const [sum, label, weight] of rows) {
      const g = (sigmoid(slope * sum + offset) - label) * weight;
      slopeGradient += g * sum;
      offsetGradient += g;
    }
    slope -= (RATE * slopeGradient) / total;
    offset -= (RATE * offsetGradient) / total;
  }
  return [slope, offset];
}

export function calibrate(scores: HoldoutScores): Meta['calibration'] {
  const fits = Array.from({ length: HEAD_COUNT }, (_, head) => fitHead(scores, head));
  return {
    slope: fits.map(([slope]) => slope),
    offset: fits.map(([, offset]) => offset),
  };
}
