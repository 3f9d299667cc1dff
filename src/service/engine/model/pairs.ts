import { spread } from '../normalise/hash.ts';

/** Word classes the model uses in addition to the words themselves. */
export const WordClass = {
  none: 0,
  /** The name of a group of people. */
  group: 1,
  slur: 2,
  /** A word that negates what follows: not, never, nobody … */
  negation: 3,
} as const;

/** Words pair with the two before them; word classes (groups, slurs) pair over a longer distance. */
const WORD_DISTANCE = 2;
const CLASS_DISTANCE = 4;
const NEGATION_REACH = 4;
/** A distance beyond `NEGATION_REACH`. */
const UNNEGATED = -1000;
const CLASS_HASH = [0, 0x51ed270b, 0x2c1b3c6d, 0];
const BEGIN_HASH = 0x3c6ef372;
const DISTANCE_SEED = [0, 0x1b873593, 0x85ebca6b | 0, 0x27d4eb2f, 0x27d4eb2f];
const NEGATION_SEED = 0x165667b1;
const GENERAL_SEED = 0x6a09e667;

/** Word pairs, class pairs, the start of the text, and a negation. */
export const MAX_PAIRS_PER_WORD = WORD_DISTANCE + CLASS_DISTANCE + 2;

const pairHash = (first: number, second: number, seed: number): number =>
  spread(Math.imul(first ^ seed, 0x9e3779b1 | 0) ^ ((second << 7) | (second >>> 25)) ^ seed);

/** A range of words as hashes and classes. */
export interface WordRow {
  hash: Int32Array;
  kind: Uint8Array;
  /** The word's hash in general pairs: the hash of its class, or its own hash if it has no class. */
  general: Int32Array;
  /** The position of the last negation before each word. */
  negation: Int32Array;
  from: number;
  to: number;
}

/** Derives `general` and `negation` from the hashes and classes. */
export function completeRow({ hash, kind, general, negation, from, to }: WordRow): void {
  let last = UNNEGATED;
  for (let at = from; at < to; at += 1) {
    general[at] = CLASS_HASH[kind[at] ?? 0] || (hash[at] ?? 0);
    negation[at] = last;
    if (kind[at] === WordClass.negation) last = at;
  }
}

/**
 * Appends the hashes of the pair features that end at word `at` to `out`, starting at `count`; returns the new count.
 * The features are the word with each of the two before it, the same with classes instead of words over a longer
 * distance, and the word under a negation.
 */
export function pairsAt(
  row: WordRow,
  at: number,
  { out, count }: { out: Uint32Array; count: number },
): number {
  const { hash, general, negation, from } = row;
  let end = count;
  const here = hash[at] ?? 0;
  const hereGeneral = general[at] ?? 0;
  for (let distance = 1; distance <= CLASS_DISTANCE; distance += 1) {
    const before = at - distance;
    if (before < from) {
      if (distance === 1) {
        out[end] = pairHash(BEGIN_HASH, hereGeneral, DISTANCE_SEED[1] ?? 0);
        end += 1;
      }
      break;
    }
    const seed = DISTANCE_SEED[distance] ?? 0;
    const other = hash[before] ?? 0;
    if (distance <= WORD_DISTANCE) {
      out[end] = pairHash(other, here, seed);
      end += 1;
    }
    const otherGeneral = general[before] ?? 0;
    if (hereGeneral !== here || otherGeneral !== other) {
      out[end] = pairHash(otherGeneral, hereGeneral, seed ^ GENERAL_SEED);
      end += 1;
    }
  }
  if (at - (negation[at] ?? UNNEGATED) <= NEGATION_REACH) {
    out[end] = pairHash(NEGATION_SEED, hereGeneral, NEGATION_SEED);
    end += 1;
  }
  return end;
}
