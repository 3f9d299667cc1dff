import { expect, it } from 'vitest';
import { NO_RESPONSE } from '../../../../../src/service/engine/model/filter-peaks.ts';
import { higher } from '../../../../../src/service/engine/model/higher.ts';

const VALUES = [NO_RESPONSE, -98_301, -32_768, -1, 0, 1, 32_767, 98_301];

it.each(VALUES)('says which of %d and another value is higher', (value) => {
  for (const other of VALUES) expect(higher(value, other)).toBe(Math.max(value, other));
});
