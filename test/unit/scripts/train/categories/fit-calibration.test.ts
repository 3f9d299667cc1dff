import { expect, it } from 'vitest';
import {
  fitAdjustment,
  noAdjustment,
  type CalibrationText,
} from '../../../../../scripts/train/categories/fit-calibration.ts';
import { CATEGORIES } from '../../../../../src/service/engine/categories.ts';
import { createCalibration } from '../../../../../src/service/engine/severity/calibration.ts';

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

it('leaves a category’s own probability as it is before anything is fitted', () => {
  const scores = createCalibration(own, noAdjustment())(sumsOf({ threat: 1 }), facts);
  expect(scores.adjusted.threat).toBeCloseTo(1 / (1 + Math.exp(-1)));
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
  const calibrate = createCalibration(own, fitAdjustment(texts, own));
  expect(calibrate(sumsOf({ threat: 0.5, insult: 0.5 }), facts).adjusted.threat).toBeGreaterThan(
    0.9,
  );
  expect(calibrate(sumsOf({ threat: 0.5 }), facts).adjusted.threat).toBeLessThan(0.1);
});

it('leaves a category alone that no text is labelled for', () => {
  const texts = [{ sums: sumsOf({}), facts, labels: { threat: 0 }, weight: 1 }];
  const before = createCalibration(own, noAdjustment())(sumsOf({ insult: 1 }), facts);
  const after = createCalibration(own, fitAdjustment(texts, own))(sumsOf({ insult: 1 }), facts);
  expect(after.adjusted.insult).toBe(before.adjusted.insult);
});
