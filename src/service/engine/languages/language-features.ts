import { HASH_START, hashStep } from '../normalise/hash.ts';
import { SPACE, type FoldedText } from './folded-text.ts';
import { isHangul, writeLetters } from './own-scripts.ts';

/** Letters and spaces that are read at once; longer texts are read in stretches of this length. */
export const STRETCH = 240;
const MAX_GRAM = 5;
/**
 * Chinese characters and Korean syllables, from U+3400 on, carry more meaning than letters: longer sequences are mostly chance.
 */
const MAX_DENSE_GRAM = 3;
const FIRST_DENSE = 0x3400;
/** Maximum number of letters in a Korean syllable. */
const MAX_LETTERS = 3;
const MAX_FEATURES = STRETCH * (MAX_GRAM + 2) + STRETCH * MAX_LETTERS * MAX_GRAM;
const PAIR_SEED = 0x51ed270b;
const WORD_SEED = 0x2c1b3c6d;
const LETTER_SEED = 0x7f4a7c15;

export interface LanguageFeatures {
  hash: Uint32Array;
  count: number;
}

export const createLanguageFeatures = (): LanguageFeatures => ({
  hash: new Uint32Array(MAX_FEATURES),
  count: 0,
});

const scatter = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

interface Grams {
  from: number;
  to: number;
  seed: number;
  shortest: number;
}

/**
 * Adds the n-grams of up to five letters (three if the first is Chinese or Korean). They include word boundaries but never span
 * two words.
 */
function addGrams(
  units: Uint16Array,
  { from, to, seed, shortest }: Grams,
  features: LanguageFeatures,
): void {
  const { hash } = features;
  let { count } = features;
  for (let at = from; at < to; at += 1) {
    let gram = seed;
    const first = units[at] ?? 0;
    const letter = first === SPACE ? (units[at + 1] ?? 0) : first;
    const limit = Math.min(to, at + (letter < FIRST_DENSE ? MAX_GRAM : MAX_DENSE_GRAM));
    const least = at + shortest - 1;
    for (let last = at; last < limit; last += 1) {
      const next = units[last] ?? 0;
      gram = hashStep(gram, next);
      if (last >= least && (last > at || next !== SPACE)) {
        hash[count] = scatter(gram);
        count += 1;
      }
      if (next === SPACE && last > at) break;
    }
  }
  features.count = count;
}

const letters = new Uint16Array(STRETCH * MAX_LETTERS);

/** Korean inflects words within a syllable, and abuse is disguised there, so the letters of the syllable count too. */
function addKoreanGrams(
  { units }: FoldedText,
  { from, to }: { from: number; to: number },
  features: LanguageFeatures,
): void {
  let length = 0;
  for (let at = from; at < to; at += 1) length += writeLetters(units[at] ?? 0, letters, length);
  addGrams(letters, { from: 0, to: length, seed: LETTER_SEED, shortest: 2 }, features);
}

/** Reads the hashes of letter n-grams, words and word pairs from a range of a folded text. */
export function readFeatures(
  text: FoldedText,
  { from, to }: { from: number; to: number },
  features: LanguageFeatures,
): void {
  const { units, length } = text;
  const { hash } = features;
  const end = Math.min(to, length);
  let count = 0;
  let word = HASH_START;
  let before = 0;
  let isKorean = false;
  for (let at = from; at < end; at += 1) {
    const unit = units[at] ?? 0;
    if (unit !== SPACE) {
      word = hashStep(word, unit);
      isKorean ||= isHangul(unit);
      continue;
    }
    if (word === HASH_START) continue;
    hash[count] = scatter(word ^ WORD_SEED);
    count += 1;
    if (before !== 0) {
      hash[count] = scatter(Math.imul(before, PAIR_SEED) ^ word);
      count += 1;
    }
    before = word;
    word = HASH_START;
  }
  features.count = count;
  addGrams(units, { from, to: end, seed: HASH_START, shortest: 1 }, features);
  if (isKorean) addKoreanGrams(text, { from, to: end }, features);
}
