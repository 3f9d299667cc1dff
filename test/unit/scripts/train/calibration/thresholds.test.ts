import { describe, expect, it } from 'vitest';
import { calibrate } from '../../../../../scripts/train/calibration/calibrate.ts';
import type { Example } from '../../../../../scripts/train/data/example.ts';
import {
  chooseThresholds,
  type JudgedExample,
} from '../../../../../scripts/train/calibration/thresholds.ts';
import { HEAD_COUNT } from '../../../../../src/service/engine/model/shape.ts';

const COUNT = 4_000;
const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));
const logitAt = (row: number): number => (row / COUNT) * 12 - 6;
/** Toxic as often as the logit predicts. */
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

it('leaves calibrated logits unchanged', () => {
  const length = COUNT * HEAD_COUNT;
  const logits = Float32Array.from({ length }, (_, at) => logitAt(Math.floor(at / HEAD_COUNT)));
  const labels = Float32Array.from({ length }, (_, at) =>
    isToxic(Math.floor(at / HEAD_COUNT)) ? 1 : 0,
  );
  const weights = new Float32Array(COUNT).fill(1);
  const { slope, offset } = calibrate({ linear: logits, conv: logits, labels, weights });
  // Both models agree, so each gets half of the weight.
  expect(slope[0]).toBeCloseTo(0.5, 1);
  expect(offset[0]).toBeCloseTo(0, 0);
});

describe('the action thresholds', () => {
  it('keep the promised precision on holdout texts', () => {
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

  it('delete hardly any plain insults', () => {
    const usual = chooseThresholds(judged(() => ({}))).delete;
    const insulting = judged((row) => (row % 20 === 1 ? { source: 'authored insult' } : {}));
    const strict = chooseThresholds(insulting).delete;
    const scores = insulting
      .filter(({ example }) => example.source === 'authored insult')
      .map(({ heads }) => heads.toxicity);
    expect(strict).toBeGreaterThan(usual);
    expect(scores.filter((score) => score >= strict).length).toBeLessThanOrEqual(
      scores.length * 0.03,
    );
  });

  it('do not rise for texts that leniency passes', () => {
    const lenient = judged((row) =>
      row % 20 === 0 ? { source: 'goemotions', isLenient: true } : {},
    );
    const strict = judged((row) => (row % 20 === 0 ? { source: 'goemotions' } : {}));
    expect(chooseThresholds(lenient).flag).toBeLessThan(chooseThresholds(strict).flag);
  });
});

describe('the hate threshold', () => {
  /** Template families with scores spread evenly over the given range. */
  const families = (
    ...made: { family: string; isHate: boolean; from: number; to: number; texts: number }[]
  ): JudgedExample[] =>
    made.flatMap(({ family, isHate, from, to, texts }) =>
      Array.from({ length: texts }, (_, at) => {
        const labels = { identityHate: isHate ? 1 : 0 };
        const example: Example = {
          text: '',
          source: 'authored',
          labels,
          group: family,
          family,
          weight: 1,
        };
        const identityHate = from + ((to - from) * at) / texts;
        return { example, heads: { ...NOTHING, toxicity: 0, identityHate }, isLenient: false };
      }),
    );
  const attacks = { family: 'attacks', isHate: true, from: 0.2, to: 1, texts: 100 };
  const mentions = { family: 'mentions', isHate: false, from: 0, to: 0.8, texts: 100 };

  it('has equal error rates for attacks and harmless texts', () => {
    expect(chooseThresholds(families(attacks, mentions)).hate).toBeCloseTo(0.5, 1);
  });

  it('weighs families, regardless of their number of texts', () => {
    const threats = { family: 'threats', isHate: true, from: 0.1, to: 0.3, texts: 100 };
    const few = chooseThresholds(families(attacks, threats, mentions)).hate;
    const many = chooseThresholds(families(attacks, { ...threats, texts: 2000 }, mentions)).hate;
    expect(few).toBeLessThan(0.5);
    expect(many).toBeCloseTo(few, 1);
  });
});

it('sets the toxicity threshold at one half for calibrated scores', () => {
  const { toxic } = chooseThresholds(judged(() => ({})));
  expect(toxic).toBeGreaterThan(0.35);
  expect(toxic).toBeLessThan(0.65);
});
