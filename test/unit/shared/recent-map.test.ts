import { expect, it } from 'vitest';
import { createRecentMap } from '../../../src/shared/recent-map.ts';

it('remembers at least as many entries as asked for, and at most twice as many', () => {
  const map = createRecentMap<number, string>(10);
  for (let key = 0; key < 1_000; key += 1) {
    map.set(key, `${key}`);
    const kept = Array.from({ length: key + 1 }, (_, at) => at).filter(
      (at) => map.get(at) !== undefined,
    );
    expect(kept.length).toBeGreaterThanOrEqual(Math.min(key + 1, 10));
    expect(kept.length).toBeLessThanOrEqual(21);
    expect(kept.at(-1)).toBe(key);
  }
});

it('finds the newest value of a key, and nothing that was deleted', () => {
  const map = createRecentMap<string, number>(1);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect(map.get('a')).toBe(3);
  map.delete('a');
  expect(map.get('a')).toBeUndefined();
  map.clear();
  expect(map.get('b')).toBeUndefined();
});
