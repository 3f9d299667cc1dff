import { expect, it } from 'vitest';
import { backoffMs } from '../../../../src/shared/tasks/backoff.ts';

it('doubles, up to the longest wait, and varies in its upper half', () => {
  const waits = (random: number) =>
    [0, 1, 2, 9].map((attempt) => backoffMs(attempt, 60_000, () => random));
  expect(waits(0)).toEqual([500, 1000, 2000, 30_000]);
  expect(waits(1)).toEqual([1000, 2000, 4000, 60_000]);
});

// The database stores times as whole numbers, and PostgreSQL rejects others.
it('is a whole number of milliseconds', () => {
  expect(Number.isInteger(backoffMs(0, 60_000, () => 1 / 3))).toBe(true);
});
