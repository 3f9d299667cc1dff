import { expect, it } from 'vitest';
import type { DevScores } from '../../../scripts/train/calibrate.ts';
import { calibrate } from '../../../scripts/train/calibrate.ts';
import type { Example } from '../../../scripts/train/example.ts';
import { chooseThresholds } from '../../../scripts/train/thresholds.ts';
import { HEAD_COUNT, HEADS } from '../../../src/service/engine/model/shape.ts';

const COUNT = 2_000;

/** Texts whose score tells their label ever better the higher it is. */
function made(): { scores: DevScores; dev: Example[] } {
  const scores: DevScores = {
    linear: new Float32Array(COUNT * HEAD_COUNT),
    conv: new Float32Array(COUNT * HEAD_COUNT),
    labels: new Float32Array(COUNT * HEAD_COUNT).fill(-1),
    weights: new Float32Array(COUNT).fill(1),
  };
  const dev = Array.from({ length: COUNT }, (_, row): Example => {
    const logit = (row / COUNT) * 12 - 6;
    const isToxic = (row * 7919) % 1000 < 1000 / (1 + Math.exp(-logit));
    for (let head = 0; head < HEAD_COUNT; head += 1) {
      scores.linear[row * HEAD_COUNT + head] = logit;
      scores.conv[row * HEAD_COUNT + head] = logit;
      scores.labels[row * HEAD_COUNT + head] = isToxic ? 1 : 0;
    }
    const source = row % 2 === 0 ? 'gab' : 'authored hate';
    const labels = { toxicity: isToxic ? 1 : 0, identityHate: isToxic ? 1 : 0 };
    return { text: '', source, labels, group: '', weight: 1 };
  });
  return { scores, dev };
}

it('calibrates logits that say the truth to themselves', () => {
  const { linear, conv, bias } = calibrate(made().scores);
  expect(linear).toHaveLength(HEADS.length);
  expect((linear[0] ?? 0) + (conv[0] ?? 0)).toBeCloseTo(1, 0);
  expect(bias[0]).toBeCloseTo(0, 0);
});

it('chooses thresholds that keep the promised precision on the texts kept back', () => {
  const { scores, dev } = made();
  const calibration = calibrate(scores);
  const thresholds = chooseThresholds(scores, calibration, { dev, report: () => {} });
  const precisionFrom = (threshold: number): number => {
    const rows = dev.flatMap(({ labels, source }, row) => {
      const logit =
        (scores.linear[row * HEAD_COUNT] ?? 0) *
          ((calibration.linear[0] ?? 0) + (calibration.conv[0] ?? 0)) +
        (calibration.bias[0] ?? 0);
      return source === 'gab' && 1 / (1 + Math.exp(-logit)) >= threshold
        ? [labels.toxicity === 1]
        : [];
    });
    return rows.filter((isToxic) => isToxic).length / rows.length;
  };
  expect(precisionFrom(thresholds.flag)).toBeGreaterThanOrEqual(0.8);
  expect(precisionFrom(thresholds.delete)).toBeGreaterThanOrEqual(0.95);
  expect(thresholds.delete).toBeGreaterThan(thresholds.flag);
  expect(thresholds.hate).toBeGreaterThan(0.2);
  expect(thresholds.hate).toBeLessThan(0.8);
});
