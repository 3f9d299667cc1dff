import { auc } from '../train/calibration/metrics.ts';

export interface Measures {
  auc: number;
  precision: number;
  recall: number;
  f1: number;
  /** The mean of the F1 of both classes. */
  macroF1: number;
  accuracy: number;
}

export function measure(
  scores: readonly number[],
  labels: readonly boolean[],
  isHit: (score: number) => boolean,
): Measures {
  let [tp, fp, fn, tn] = [0, 0, 0, 0];
  scores.forEach((score, row) => {
    const hit = isHit(score);
    if (labels[row] === true) {
      if (hit) tp += 1;
      else fn += 1;
    } else if (hit) fp += 1;
    else tn += 1;
  });
  const f1 = (2 * tp) / (2 * tp + fp + fn);
  const otherF1 = (2 * tn) / (2 * tn + fp + fn);
  return {
    auc: auc(scores, labels),
    precision: tp / (tp + fp),
    recall: tp / (tp + fn),
    f1,
    macroF1: (f1 + otherF1) / 2,
    accuracy: (tp + tn) / scores.length,
  };
}

/** The score that this share of the negatives reaches. */
export function thresholdAt(share: number, negatives: readonly number[]): number {
  const sorted = [...negatives].sort((a, b) => b - a);
  return sorted[Math.floor(share * sorted.length)] ?? 1;
}
