import { expect, it } from 'vitest';
import { CATEGORIES, type Category } from '../../../../../src/service/engine/categories.ts';
import {
  chooseCategoryThresholds,
  NEVER,
  type JudgedText,
} from '../../../../../scripts/train/categories/category-thresholds.ts';
import { sigmoid } from '../../../../../scripts/train/sigmoid.ts';

const THREAT = CATEGORIES.indexOf('threat');
const INSULT = CATEGORIES.indexOf('insult');
const VULGARITY = CATEGORIES.indexOf('vulgarity');

const forAll = <T>(value: T): Record<Category, T> => ({
  threat: value,
  selfHarm: value,
  groupAttack: value,
  targetedSlur: value,
  sexualHarassment: value,
  doxxing: value,
  extremism: value,
  scam: value,
  insult: value,
  vulgarity: value,
});

const judged = (origin: JudgedText['origin'], threat: number, isThreat = false): JudgedText => ({
  own: { ...forAll(0.001), threat },
  adjusted: { ...forAll(0.001), threat },
  labels: { ...forAll(0), threat: isThreat ? 1 : 0 },
  origin,
  weight: 1,
});

/** Scores whose logits are distributed exponentially around `centre`. */
const spreadOut = (count: number, centre: number): number[] =>
  Array.from({ length: count }, (_, at) => sigmoid(centre - Math.log((at + 0.5) / count)));

const harmless = [
  ...spreadOut(4_000, -5).map((score) => judged('everyday', score)),
  ...spreadOut(4_000, -5).map((score) => judged('authored', score)),
];
const threats = spreadOut(2_000, 2).map((score) => judged('authored', score, true));

function share(texts: readonly JudgedText[], from = NEVER): number {
  return texts.filter(({ own }) => own.threat >= from).length / texts.length;
}

it('flags and deletes few harmless texts, deletion fewer, and most harmful ones', () => {
  const { flag, delete: remove } = chooseCategoryThresholds([...harmless, ...threats]);
  expect(share(harmless, flag[THREAT])).toBeLessThan(0.005);
  expect(share(harmless, remove[THREAT])).toBeLessThan(0.0015);
  expect(share(threats, flag[THREAT])).toBeGreaterThan(0.8);
  expect(share(threats, remove[THREAT])).toBeLessThan(share(threats, flag[THREAT]));
});

it('deletes only from where nearly all authored texts are harmful', () => {
  const doubtful = spreadOut(200, 2).map((score) => judged('authored', score));
  const { delete: remove } = chooseCategoryThresholds([...harmless, ...threats, ...doubtful]);
  expect(share(threats, remove[THREAT])).toBeLessThan(0.02);
});

it('neither deletes for an insult nor flags vulgarity', () => {
  const { flag, delete: remove } = chooseCategoryThresholds([...harmless, ...threats]);
  expect(remove[INSULT]).toBe(NEVER);
  expect(flag[VULGARITY]).toBe(NEVER);
});
