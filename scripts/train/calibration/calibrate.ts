import { HEAD_COUNT } from '../../../src/service/engine/model/shape.ts';
import type { Meta } from '../../../src/service/engine/model/weights.ts';
import { fitLogistic, type FitRow } from './fit-logistic.ts';

export interface HoldoutScores {
  linear: Float32Array;
  conv: Float32Array;
  /** -1 where the label is unknown. */
  labels: Float32Array;
  weights: Float32Array;
}

const FIT = { steps: 600, slopeRate: 0.1, offsetRate: 0.1, startSlope: 0.5 };

/**
 * Fits slope and offset for the sum of both models' logits on the holdout texts. Separate weights for each model didn't improve
 * the separation.
 */
function fitHead(scores: HoldoutScores, head: number): { slope: number; offset: number } {
  const rows: FitRow[] = [];
  for (let at = head; at < scores.labels.length; at += HEAD_COUNT) {
    const label = scores.labels[at] ?? -1;
    const weight = scores.weights[(at - head) / HEAD_COUNT] ?? 1;
    if (label < 0) continue;
    rows.push([(scores.linear[at] ?? 0) + (scores.conv[at] ?? 0), label, weight]);
  }
  return fitLogistic(rows, FIT);
}

export function calibrate(scores: HoldoutScores): Meta['calibration'] {
  const fits = Array.from({ length: HEAD_COUNT }, (_, head) => fitHead(scores, head));
  return {
    slope: fits.map(({ slope }) => slope),
    offset: fits.map(({ offset }) => offset),
  };
}
