import { HASH_START, hashStep } from './hash.ts';
import type { Lexicon } from './lexicon.ts';

const MIN_LENGTH = 6;
const MAX_LENGTH = 192;
const MAX_WORD = 14;
/**
 * The cost of each word in a split besides its rarity, in the tenths that the lexicon uses: few long words beat many short ones.
 */
const PER_WORD = 12;
/** The maximum average cost per letter of a plausible split. */
export const MaxPerLetter = {
  /** If nothing suggests several words. */
  unmarked: 21,
  /** If the letters were spelled out one by one. */
  spelledOut: 30,
} as const;
/** The cost of a letter outside any known word. */
const PER_UNKNOWN = 70;
/** Longer than any single word. */
const LONG = 24;
const LETTER_I = 0x69;
const LETTER_A = 0x61;
const UNREACHED = 0x7fff;

export interface Splitter {
  /** Ends of the words, in order; the first `count` are valid. */
  ends: Uint8Array;
  /** Splits joined letters ("ihateyou") into words; returns their number, or 0 if no split is plausible. */
  split(letters: Uint16Array, length: number, maxPerLetter: number): number;
}

export function createSplitter(lexicon: Lexicon): Splitter {
  const cost = new Int16Array(MAX_LENGTH + 1);
  const back = new Uint8Array(MAX_LENGTH + 1);
  const ends = new Uint8Array(MAX_LENGTH);

  return {
    ends,
    split(letters, length, maxPerLetter) {
      if (length < MIN_LENGTH || length > MAX_LENGTH) return 0;
      cost.fill(UNREACHED, 0, length + 1);
      cost[0] = 0;
      for (let start = 0; start < length; start += 1) {
        const before = cost[start] ?? UNREACHED;
        if (before === UNREACHED) continue;
        let hash = HASH_START;
        const limit = Math.min(length, start + MAX_WORD);
        for (let end = start + 1; end <= limit; end += 1) {
          const unit = letters[end - 1] ?? 0;
          hash = hashStep(hash, unit);
          if (end > start + 1 && !lexicon.mayBegin(hash)) break;
          const isLetter = end === start + 1 && unit !== LETTER_I && unit !== LETTER_A;
          const id = isLetter ? -1 : lexicon.find(hash);
          if (id === -1 && end > start + 1) continue;
          const total = before + (id === -1 ? PER_UNKNOWN : lexicon.costOf(id) + PER_WORD);
          if (total < (cost[end] ?? UNREACHED)) {
            cost[end] = total;
            back[end] = start;
          }
        }
      }
      const limit = length >= LONG ? MaxPerLetter.spelledOut : maxPerLetter;
      if ((cost[length] ?? UNREACHED) > length * limit) return 0;
      let count = 0;
      for (let end = length; end > 0; end = back[end] ?? 0) count += 1;
      let slot = count;
      for (let end = length; end > 0; end = back[end] ?? 0) {
        slot -= 1;
        ends[slot] = end;
      }
      return count;
    },
  };
}
