import { HEAD_COUNT } from '../../src/service/engine/model/shape.ts';
import type { Meta } from '../../src/service/engine/model/weights.ts';

export interface DevScores {
  linear: Float32Array;
  conv: Float32Array;
  /** -1 where unknown. */
  labels: Float32Array;
  weights: Float32Array;
}

const STEPS = 400;
const RATE = 0.5;
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Weights of the two models' logits and an offset, by logistic regression on texts that training has not seen. */
function fitHead(scores: DevScores, head: number): [number, number, number] {
  let [a, b, c] = [0.5, 0.5, 0];
  const rows: [number, number, number, number][] = [];
  let total = 0;
  for (let at = head; at < scores.labels.length; at += HEAD_COUNT) {
    const label = scores.labels[at] ?? -1;
    const weight = scores.weights[(at - head) / HEAD_COUNT] ?? 1;
    if (label < 0) continue;
    rows.push([scores.linear[at] ?? 0, scores.conv[at] ?? 0, label, weight]);
    total += weight;
  }
  for (let step = 0; step < STEPS; step += 1) {
    let [ga, gb, gc] = [0, 0, 0];
    for (const [linear, conv, label, weight] of rows) {
      const g = (sigmoid(a * linear + b * conv + c) - label) * weight;
      ga += g * linear;
      gb += g * conv;
      gc += g;
    }
    a -= (RATE * ga) / total;
    b -= (RATE * gb) / total;
    c -= (RATE * gc) / total;
  }
  return [a, b, c];
}

export function calibrate(scores: DevScores): Meta['calibration'] {
  const fits = Array.from({ length: HEAD_COUNT }, (_, head) => fitHead(scores, head));
  return {
    linear: fits.map(([a]) => a),
    conv: fits.map(([, b]) => b),
    bias: fits.map(([, , c]) => c),
  };
}
