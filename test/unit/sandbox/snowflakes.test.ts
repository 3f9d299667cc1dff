import { expect, it } from 'vitest';

import { compareSnowflakes, snowflakeTime } from '../../../src/shared/snowflake.ts';
import { createSnowflakes } from '../../../src/sandbox/snowflakes.ts';

it('encodes the creation time', () => {
  const now = Date.parse('2026-01-01T00:00:00.123Z');
  const newId = createSnowflakes({ now: () => now });
  expect(snowflakeTime(newId())).toBe(now);
});

it('increases with every id, even when the clock stands still or goes back', () => {
  const times = [1_700_000_000_000, 1_700_000_000_000, 1_600_000_000_000, 1_700_000_000_001];
  const newId = createSnowflakes({ now: () => times.shift() ?? 0 });
  const ids = [newId(), newId(), newId(), newId(), newId()];
  expect([...ids].sort(compareSnowflakes)).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
