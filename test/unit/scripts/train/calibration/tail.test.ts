import { expect, it } from 'vitest';
import { scoreReachedBy } from '../../../../../scripts/train/calibration/tail.ts';
import { sigmoid } from '../../../../../scripts/train/sigmoid.ts';

/** Logits at even steps of an exponential distribution with mean 1. */
const exponential = Array.from({ length: 10_000 }, (_, at) => ({
  score: sigmoid(-Math.log((at + 0.5) / 10_000) - 3),
  weight: 1,
}));

it('counts where the share is many texts', () => {
  expect(scoreReachedBy(0.05, exponential)).toBeCloseTo(sigmoid(-Math.log(0.05) - 3), 3);
});

it('continues the tail where the share is a few texts', () => {
  expect(scoreReachedBy(0.0003, exponential)).toBeCloseTo(sigmoid(-Math.log(0.0003) - 3), 1);
});

it('hardly moves for a few texts that score high by mistake', () => {
  const mistaken = [
    ...exponential,
    ...Array.from({ length: 4 }, () => ({ score: 0.9999, weight: 1 })),
  ];
  const shift = scoreReachedBy(0.0003, mistaken) - scoreReachedBy(0.0003, exponential);
  expect(shift).toBeGreaterThan(0);
  expect(shift).toBeLessThan(0.06);
});

it('counts texts of half the weight half', () => {
  const halves = exponential.flatMap(({ score }) => [
    { score, weight: 0.5 },
    { score, weight: 0.5 },
  ]);
  expect(scoreReachedBy(0.0003, halves)).toBeCloseTo(scoreReachedBy(0.0003, exponential), 2);
});

it('lets scores pass that no text comes near', () => {
  expect(scoreReachedBy(0.01, [])).toBe(0);
});
