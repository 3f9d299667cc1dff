import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPriorityFifo } from '../../../../src/shared/queues/priority-fifo.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

it('gives the more urgent items first, and equal ones in order of arrival', () => {
  const queue = createPriorityFifo<string>(3);
  queue.push('c', 2);
  queue.push('b1', 1);
  queue.push('a', 0);
  queue.push('b2', 1);
  expect(queue.size).toBe(4);
  expect(queue.oldest()).toEqual(['a', 'b1', 'c']);
  expect(Array.from({ length: 5 }, () => queue.shift())).toEqual(['a', 'b1', 'b2', 'c', undefined]);
  expect(queue.size).toBe(0);
});

it('gives a turn to a level that was overtaken three times', () => {
  const queue = createPriorityFifo<number>(2);
  queue.push(99, 1);
  for (let n = 1; n <= 5; n += 1) queue.push(n, 0);
  expect(Array.from({ length: 6 }, () => queue.shift())).toEqual([1, 2, 3, 99, 4, 5]);
});

it('never lets the first of a level wait longer than three turns and one for each other level', () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer({ min: 0, max: 3 }) }),
    fc.constant({ push: null }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const queue = createPriorityFifo<{ level: number }>(4);
      const waited = [0, 0, 0, 0];
      for (const { push } of steps) {
        if (push !== null) {
          queue.push({ level: push }, push);
          continue;
        }
        const waiting = queue.oldest().map(({ level }) => level);
        const level = queue.shift()?.level;
        for (const other of waiting) waited[other] = other === level ? 0 : (waited[other] ?? 0) + 1;
        expect(Math.max(...waited)).toBeLessThanOrEqual(3 + 3);
      }
    }),
    { numRuns: runs(200) },
  );
});

it('refuses a level that it does not have', () => {
  expect(() => createPriorityFifo(2).push(1, 2)).toThrow(RangeError);
});
