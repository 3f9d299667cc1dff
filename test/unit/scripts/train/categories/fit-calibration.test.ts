import { expect, it } from 'vitest';
import {
  fitAdjustment,
  noAdjustment,
  type CalibrationText,
} from '../../../../../scripts/train/categories/fit-calibration.ts';
import { CATEGORIES } from '../../../../../src/service/engine/categories.ts';
import type { CategoryScores } from '../../../../../src/service/engine/engine.ts';
import {
  createCalibration,
  type Adjustment,
} from '../../../../../src/service/engine/severity/calibration.ts';

const HEADS = {
  toxicity: 0.5,
  identityMention: 0.5,
  identityHate: 0.5,
  political: 0.5,
  vulgar: 0.5,
  aggressive: 0.5,
  defensive: 0.5,
  sentiment: 0,
};
const own = { slope: CATEGORIES.map(() => 2), offset: CATEGORIES.map(() => -1) };

function sumsOf({ threat = -4, insult = -4 }: { threat?: number; insult?: number }): Float64Array {
  const sums = new Float64Array(CATEGORIES.length).fill(-4);
  sums[CATEGORIES.indexOf('threat')] = threat;
  sums[CATEGORIES.indexOf('insult')] = insult;
  return sums;
}
const facts = { heads: HEADS, words: 6 };

function adjustedBy(adjustment: Adjustment, sums: Float64Array): CategoryScores {
  const calibration = createCalibration(own, adjustment);
  calibration.own(sums);
  return calibration.adjusted(facts);
}

it('leaves a category’s own probability as it is before anything is fitted', () => {
  const scores = adjustedBy(noAdjustment(), sumsOf({ threat: 1 }));
  expect(scores.threat).toBeCloseTo(1 / (1 + Math.exp(-1)));
});

it('learns that a possible threat is one if the text is a possible insult, too', () => {
  const texts = Array.from({ length: 2_000 }, (_, index): CalibrationText => {
    const isBoth = index % 2 === 0;
    return {
      sums: sumsOf({ threat: 0.5, insult: isBoth ? 0.5 : -4 }),
      facts,
      labels: { threat: isBoth ? 1 : 0 },
      weight: 1,
    };
  });
  const adjustment = fitAdjustment(texts, own);
  expect(adjustedBy(adjustment, sumsOf({ threat: 0.5, insult: 0.5 })).threat).toBeGreaterThan(0.9);
  expect(adjustedBy(adjustment, sumsOf({ threat: 0.5 })).threat).toBeLessThan(0.1);
});

it('leaves a category alone that no text is labelled for', () => {
  const texts = [{ sums: sumsOf({}), facts, labels: { threat: 0 }, weight: 1 }];
  const before = adjustedBy(noAdjustment(), sumsOf({ insult: 1 }));
  const after = adjustedBy(fitAdjustment(texts, own), sumsOf({ insult: 1 }));
  expect(after.insult).toBe(before.insult);
});
