import { expect, it } from 'vitest';
import { createRates } from '../../../src/inbox/rates.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';

it('counts the last minute by key', () => {
  const clock = createFakeClock();
  const rates = createRates(clock);
  rates.add('a', 2);
  clock.advance(59_999);
  rates.add('a', 3);
  rates.add('b', 1);
  expect(rates.lastMinute('a')).toBe(5);
  clock.advance(1);
  expect(rates.lastMinute('a')).toBe(3);
  expect(rates.lastMinute('b')).toBe(1);
  clock.advance(60_000);
  expect(rates.lastMinute('a')).toBe(0);
});
