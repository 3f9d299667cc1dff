import { assert, nat, property, record, string, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { fairShares } from '../../../../../src/bot/leases/postgres/fair-share.ts';

const sharers = uniqueArray(record({ id: string(), held: nat({ max: 64 }) }), {
  minLength: 1,
  maxLength: 20,
  selector: ({ id }) => id,
});

test('shares add up to the total and differ by one at most', () => {
  assert(
    property(nat({ max: 64 }), sharers, (total, all) => {
      const shares = [...fairShares(total, all).values()];
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }),
  );
});

test('every process computes the same, whatever the order in which it sees the others', () => {
  assert(
    property(nat({ max: 64 }), sharers, (total, all) => {
      expect(fairShares(total, all.toReversed())).toEqual(fairShares(total, all));
    }),
  );
});

test('a process with a fair share keeps it', () => {
  const shares = fairShares(7, [
    { id: 'a', held: 2 },
    { id: 'b', held: 2 },
    { id: 'c', held: 3 },
  ]);
  expect(shares).toEqual(
    new Map([
      ['c', 3],
      ['a', 2],
      ['b', 2],
    ]),
  );
});
