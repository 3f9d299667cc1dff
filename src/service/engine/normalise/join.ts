import { HASH_START, hashStep } from './hash.ts';
import type { Lexicon } from './lexicon.ts';
import { Seen, type Pieces } from './pieces.ts';

/** Shorter runs of single letters are left alone: "x y" isn't a word, "k y s" is. */
const MIN_SPELLED_OUT = 3;
const MAX_BROKEN_PIECES = 4;
const MIN_BROKEN_LENGTH = 4;
/** Longer than any word. */
const MAX_BROKEN_LENGTH = 32;
/** A word of up to three letters with at least this cost (see `Lexicon.costOf`) may be half of another word. */
const RARE = 75;
const MAX_BROKEN_LETTERS = 4;
/** Longer runs of single letters are split into ranges of this size. */
const MAX_RUN = 36;
const LONG_RUN = 8;
const LETTER_A = 0x61;
const LETTER_I = 0x69;

/** Finds pieces that may belong to one word. The `…Until` functions return the last such piece, or `first`. */
export interface Joiner {
  /** A run of at least this many single letters isn't a list of items. */
  readonly longRun: number;
  seenIn(pieces: Pieces, first: number, last: number): number;
  /** True if the piece isn't a word by itself. */
  isOdd(pieces: Pieces, at: number): boolean;
  /** True if a non-word follows without a space: "st.u.p". */
  isFollowedByPart(pieces: Pieces, at: number): boolean;
  /** A run of evenly spaced single characters: "h e l l o". */
  spelledOutUntil(pieces: Pieces, first: number): number;
  /** Pieces separated only by punctuation: "he.ll.o". */
  chunkUntil(pieces: Pieces, first: number): number;
  /** True if the pieces from `first` on could be a word split by spaces. */
  mayBeBroken(pieces: Pieces, first: number): boolean;
  /** A word split by spaces: "he llo". */
  brokenUntil(pieces: Pieces, first: number): number;
}

export function createJoiner(lexicon: Lexicon): Joiner {
  const lengthOf = ({ from, to }: Pieces, at: number): number => (to[at] ?? 0) - (from[at] ?? 0);
  const isWord = ({ count, special }: Pieces, at: number): boolean =>
    at < count && special[at] === -1;
  const hasLatin = ({ seen }: Pieces, at: number): boolean => ((seen[at] ?? 0) & Seen.latin) !== 0;

  const seenIn = ({ seen }: Pieces, first: number, last: number): number => {
    let all = 0;
    for (let at = first; at <= last; at += 1) all |= seen[at] ?? 0;
    return all;
  };

  const isOdd = (pieces: Pieces, at: number): boolean => {
    if ((pieces.seen[at] ?? 0) === Seen.foreign) return false;
    if (lengthOf(pieces, at) > 1) return pieces.id[at] === -1;
    const letter = pieces.letters[pieces.from[at] ?? 0];
    return letter !== LETTER_A && letter !== LETTER_I;
  };

  /** True if a piece is unlikely to be a word by itself: unknown, or short and rare. */
  const isBroken = (pieces: Pieces, at: number): boolean =>
    isOdd(pieces, at) ||
    (lengthOf(pieces, at) < MAX_BROKEN_LETTERS && lexicon.costOf(pieces.id[at] ?? 0) >= RARE);

  return {
    longRun: LONG_RUN,
    seenIn,
    isOdd,
    isFollowedByPart: (pieces, at) =>
      isWord(pieces, at + 1) && pieces.gap[at + 1] === 0 && isOdd(pieces, at + 1),
    spelledOutUntil(pieces, first) {
      if (lengthOf(pieces, first) !== 1 || !isWord(pieces, first + 1)) return first;
      const width = pieces.gap[first + 1] ?? 0;
      let last = first;
      while (last - first < MAX_RUN && isWord(pieces, last + 1)) {
        if (lengthOf(pieces, last + 1) !== 1 || (pieces.gap[last + 1] ?? 0) > width) break;
        last += 1;
      }
      return last - first + 1 >= MIN_SPELLED_OUT ? last : first;
    },
    chunkUntil(pieces, first) {
      let last = first;
      while (last - first < MAX_RUN && isWord(pieces, last + 1) && pieces.gap[last + 1] === 0) {
        last += 1;
      }
      return last;
    },
    mayBeBroken: (pieces, first) =>
      hasLatin(pieces, first) &&
      isWord(pieces, first + 1) &&
      (isBroken(pieces, first) || isOdd(pieces, first + 1)),
    brokenUntil(pieces, first) {
      let odd = isOdd(pieces, first);
      let areAllBroken = isBroken(pieces, first);
      let end = first;
      const from = pieces.from[first] ?? 0;
      let hashed = from;
      let hash = HASH_START;
      for (
        let last = first + 1;
        last < first + MAX_BROKEN_PIECES && isWord(pieces, last);
        last += 1
      ) {
        if ((pieces.gap[last] ?? 0) > 1 || !hasLatin(pieces, last)) break;
        odd ||= isOdd(pieces, last);
        areAllBroken &&= isBroken(pieces, last);
        const to = pieces.to[last] ?? 0;
        if (to - from > MAX_BROKEN_LENGTH) break;
        if ((!odd && !areAllBroken) || to - from < MIN_BROKEN_LENGTH) continue;
        // Continue hashing where the last attempt stopped.
        for (; hashed < to; hashed += 1) hash = hashStep(hash, pieces.letters[hashed] ?? 0);
        if (lexicon.isStrongAnchor(lexicon.find(hash))) end = last;
      }
      return end;
    },
  };
}
