import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { normaliseKeyword, read } from '../../../src/service/keywords/read.ts';

/** How often a character is taken apart, which is what costs, while `work` runs. */
function takenApart(work: () => void): number {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  onTestFinished(() => normalize.mockRestore());
  work();
  return normalize.mock.calls.length;
}

describe('a character that was met', () => {
  it.each([
    ['a letter', 'raid'],
    ['a mathematical letter', '𝐫𝐚𝐢𝐝'],
    ['an emoji', '🔥🎉'],
  ])('is not taken apart again: %s', (_name, text) => {
    const before = read(text);
    const times = takenApart(() => expect(read(text)).toEqual(before));
    expect(times).toBe(0);
  });

  it('is read the same after any number of others', () => {
    let others = '';
    for (let codePoint = 0x2_00_00; codePoint < 0x2_30_00; codePoint += 1) {
      others += String.fromCodePoint(codePoint);
    }
    const before = read('𝐫𝐚𝐢𝐝 🔥');
    expect(read(others).units).toHaveLength(2 * 0x30_00);
    expect(read('𝐫𝐚𝐢𝐝 🔥')).toEqual(before);
  });
});

it('drops a surrogate alone', () => {
  expect(normaliseKeyword('a\ud83d b\udd25')).toBe('a b');
});
