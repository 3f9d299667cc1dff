import { expect, it } from 'vitest';
import { createRateLimit } from '../../../../src/service/server/rate-limit.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';

it('grants a burst of two seconds, then as many a second as allowed, to each account by itself', () => {
  const clock = createFakeClock(0);
  const limit = createRateLimit(10, clock);
  for (let taken = 0; taken < 20; taken += 1) expect(limit.take('a', 1)).toBe(0);
  expect(limit.take('a', 1)).toBe(100);
  expect(limit.take('b', 1)).toBe(0);
  clock.advance(100);
  expect(limit.take('a', 1)).toBe(0);
  expect(limit.take('a', 1)).toBe(100);
});

it('grants more than a burst after a pause, and lets it be paid off', () => {
  const clock = createFakeClock(0);
  const limit = createRateLimit(10, clock);
  expect(limit.take('a', 50)).toBe(0);
  expect(limit.take('a', 1)).toBe(3_100);
});

it('sets no limit at 0', () => {
  const limit = createRateLimit(0, createFakeClock(0));
  expect(limit.take('a', 1_000_000)).toBe(0);
});
