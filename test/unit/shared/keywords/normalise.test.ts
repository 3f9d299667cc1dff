import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { normaliseKeyword, normaliseText } from '../../../../src/shared/keywords/normalise.ts';

/** Counts the decompositions of characters, which dominate the cost, while `work` runs. */
function decompositions(work: () => void): number {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  onTestFinished(() => normalize.mockRestore());
  work();
  return normalize.mock.calls.length;
}

describe('a character seen before', () => {
  it.each([
    ['a letter', 'raid'],
    ['a mathematical letter', '𝐫𝐚𝐢𝐝'],
    ['an emoji', '🔥🎉'],
  ])('is not decomposed again: %s', (_name, text) => {
    const before = normaliseText(text);
    const times = decompositions(() => expect(normaliseText(text)).toEqual(before));
    expect(times).toBe(0);
  });

  it('is read the same after any number of others', () => {
    let others = '';
    for (let codePoint = 0x2_00_00; codePoint < 0x2_30_00; codePoint += 1) {
      others += String.fromCodePoint(codePoint);
    }
    const before = normaliseText('𝐫𝐚𝐢𝐝 🔥');
    expect(normaliseText(others).units).toHaveLength(2 * 0x30_00);
    expect(normaliseText('𝐫𝐚𝐢𝐝 🔥')).toEqual(before);
  });
});

it('is dropped if it is a lone surrogate', () => {
  expect(normaliseKeyword('a\ud83d b\udd25')).toBe('a b');
});
