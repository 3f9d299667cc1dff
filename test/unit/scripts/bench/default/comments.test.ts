import { expect, it } from 'vitest';
import { comment } from '../../../../../scripts/bench/default/comments.ts';

const comments = Array.from({ length: 2_000 }, (_, index) => comment(index));

it('gives the same comment for the same number', () => {
  expect(comment(7)).toBe(comments[7]);
});

it('has comments of mixed length, most of them short', () => {
  const lengths = comments.map(({ length }) => length).toSorted((a, b) => a - b);
  expect(lengths[0]).toBeLessThan(5);
  expect(lengths[1_000]).toBeLessThan(70);
  expect(lengths.at(-1)).toBeGreaterThan(700);
});

it('has few comments that are alike', () => {
  const long = comments.filter(({ length }) => length > 60);
  expect(new Set(long).size).toBeGreaterThan(long.length * 0.9);
});
