import { HASH_START, hashStep, spread } from '../normalise/hash.ts';

const BEGIN = 0x5e;
const END = 0x24;
const MIN_GRAM = 3;
const MAX_GRAM = 5;
/** Ignore further letters: no relevant word is longer. */
const MAX_LETTERS = 24;
/** The maximum number of n-grams per word. */
export const MAX_GRAMS = (MAX_LETTERS + 2) * (MAX_GRAM - MIN_GRAM + 1);

/**
 * Writes the hashes of a word's letter n-grams (3 to 5, including the word boundaries) to `out`; returns their number.
 */
export function gramsOf(
  letters: Uint16Array,
  { from, to }: { from: number; to: number },
  out: Uint32Array,
): number {
  const length = Math.min(to - from, MAX_LETTERS);
  let count = 0;
  for (let start = -1; start < length; start += 1) {
    let hash = HASH_START;
    for (let size = 1; size <= MAX_GRAM; size += 1) {
      const at = start + size - 1;
      if (at > length) break;
      const unit = at === -1 ? BEGIN : at === length ? END : (letters[from + at] ?? 0);
      hash = hashStep(hash, unit);
      if (size < MIN_GRAM) continue;
      out[count] = spread(hash);
      count += 1;
    }
  }
  return count;
}
