import { expect, it } from 'vitest';
import { BUSY_RATE, COALESCE_MS, coalesce, SLOT_MS } from '../../../../src/bot/judging/coalesce.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';

/** Calls at this rate for this time; returns how often they ran. */
function createBench() {
  const clock = createFakeClock();
  let runs = 0;
  const call = coalesce(clock, () => (runs += 1));
  return {
    clock,
    call,
    runs: () => runs,
    callAt(perSecond: number, ms: number): number {
      const before = runs;
      for (let calls = 0; calls < (perSecond * ms) / 1_000; calls += 1) {
        call();
        clock.advance(1_000 / perSecond);
      }
      return runs - before;
    },
  };
}

it('runs each call at once while they are few', () => {
  const { call, callAt, runs } = createBench();
  call();
  expect(runs()).toBe(1);
  expect(callAt(BUSY_RATE / 2, 1_000)).toBe(BUSY_RATE / 2);
});

it('runs once for all calls of a moment while they are many', () => {
  const { callAt } = createBench();
  callAt(4 * BUSY_RATE, SLOT_MS);
  const runs = callAt(4 * BUSY_RATE, 1_000);
  expect(runs).toBeLessThanOrEqual(1_000 / COALESCE_MS);
  expect(runs).toBeGreaterThan(500 / COALESCE_MS);
});

it('leaves no call without a run', () => {
  const { clock, call, callAt, runs } = createBench();
  callAt(4 * BUSY_RATE, 2 * SLOT_MS);
  clock.advance(COALESCE_MS);
  const before = runs();
  call();
  expect(runs()).toBe(before);
  clock.advance(COALESCE_MS);
  expect(runs()).toBe(before + 1);
});

it('runs at once again when calls have become few', () => {
  const { clock, call, callAt, runs } = createBench();
  callAt(4 * BUSY_RATE, 2 * SLOT_MS);
  clock.advance(2 * SLOT_MS);
  const before = runs();
  call();
  expect(runs()).toBe(before + 1);
});
