import { describe, expect, it } from 'vitest';
import { calibrate } from '../../../scripts/train/calibrate.ts';
import type { Example } from '../../../scripts/train/example.ts';
import { chooseThresholds, type JudgedExample } from '../../../scripts/train/thresholds.ts';
import { HEAD_COUNT } from '../../../src/service/engine/model/shape.ts';

const COUNT = 4_000;
const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));
const logitAt = (row: number): number => (row / COUNT) * 12 - 6;
/** Toxic as often as its logit says. */
const isToxic = (row: number): boolean => (row * 7919) % 1000 < 1000 * sigmoid(logitAt(row));

const NOTHING = {
  identityMention: 0,
  political: 0,
  vulgar: 0,
  aggressive: 0,
  defensive: 0,
  sentiment: 0,
};

function judged(
  changes: (row: number) => Partial<JudgedExample> & { source?: string },
): JudgedExample[] {
  return Array.from({ length: COUNT }, (_, row) => {
    const { source = row % 2 === 0 ? 'gab' : 'authored hate', ...rest } = changes(row);
    const score = sigmoid(logitAt(row));
    const label = isToxic(row) ? 1 : 0;
    const labels = { toxicity: label, identityHate: label, sentiment: 0.5 };
    const example: Example = { text: '', source, labels, group: '', weight: 1 };
    return {
      example,
      heads: { ...NOTHING, toxicity: score, identityHate: score },
      isLenient: false,
      ...rest,
    };
  });
}

it('calibrates logits that tell the truth to themselves', () => {
  const length = COUNT * HEAD_COUNT;
  const logits = Float32Array.from({ length }, (_, at) => logitAt(Math.floor(at / HEAD_COUNT)));
  const labels = Float32Array.from({ length }, (_, at) =>
    isToxic(Math.floor(at / HEAD_COUNT)) ? 1 : 0,
  );
  const weights = new Float32Array(COUNT).fill(1);
  const { slope, offset } = calibrate({ linear: logits, conv: logits, labels, weights });
  // Both models say the same, so each counts for half.
  expect(slope[0]).toBeCloseTo(0.5, 1);
  expect(offset[0]).toBeCloseTo(0, 0);
});

describe('the thresholds of the action', () => {
  it('keep the promised precision on the texts kept back', () => {
    const rows = judged(() => ({}));
    const { flag, delete: remove } = chooseThresholds(rows);
    const precisionFrom = (threshold: number): number => {
      const hit = rows.filter(
        ({ example, heads }) => example.source === 'gab' && heads.toxicity >= threshold,
      );
      return hit.filter(({ example }) => example.labels.toxicity === 1).length / hit.length;
    };
    expect(precisionFrom(flag)).toBeGreaterThanOrEqual(0.8);
    expect(precisionFrom(remove)).toBeGreaterThanOrEqual(0.95);
    expect(remove).toBeGreaterThan(flag);
  });

  it('rise until everyday texts are left alone', () => {
    const usual = chooseThresholds(judged(() => ({}))).flag;
    const everyday = chooseThresholds(
      judged((row) => (row % 20 === 0 ? { source: 'goemotions' } : {})),
    ).flag;
    expect(everyday).toBeGreaterThan(usual);
  });

  it('do not rise for texts that are let pass anyway', () => {
    const lenient = judged((row) =>
      row % 20 === 0 ? { source: 'goemotions', isLenient: true } : {},
    );
    const strict = judged((row) => (row % 20 === 0 ? { source: 'goemotions' } : {}));
    expect(chooseThresholds(lenient).flag).toBeLessThan(chooseThresholds(strict).flag);
  });
});

it('takes the hate score where as many attacks are missed as harmless texts are mistaken', () => {
  const { hate } = chooseThresholds(judged(() => ({})));
  expect(hate).toBeGreaterThan(0.35);
  expect(hate).toBeLessThan(0.65);
});
