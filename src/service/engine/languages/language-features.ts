import { fold, Kind, kindOf, latinOf, nativeOf } from '../normalise/fold.ts';
import { LOOKALIKES } from '../../../lib/lookalikes.ts';
import { FIRST_LEET } from '../normalise/fold-tables.ts';
import { HASH_START, hashStep } from '../normalise/hash.ts';

/** Letters and spaces read at once; longer texts are read in stretches of this length. */
export const STRETCH = 240;
const MAX_GRAM = 5;
const MAX_FEATURES = STRETCH * (MAX_GRAM + 2);
const SPACE = 0x20;
const MAX_RUN = 2;
const LAST_ASCII = 0x7f;
const PAIR_SEED = 0x51ed270b;
const WORD_SEED = 0x2c1b3c6d;
const CYRILLIC = { first: 0x400, last: 0x52f };

/** Markup and links, which say nothing in any language. Bounded, which keeps this linear. */
const NOISE = /<(?:@[!&]?|#|a?:\w{1,32}:|t:)-?\d{1,20}(?::\w)?>|https?:\/\/\S+|@\w{1,40}/g;

/** Latin letter to the Cyrillic one that looks like it. */
const CYRILLIC_OF_LATIN: ReadonlyMap<number, number> = new Map(
  [...LOOKALIKES].flatMap(([shape, letter]) => {
    const unit = shape.charCodeAt(0);
    return unit >= CYRILLIC.first && unit <= CYRILLIC.last
      ? [[letter.charCodeAt(0), unit] as const]
      : [];
  }),
);

const isCyrillic = (unit: number): boolean => unit >= CYRILLIC.first && unit <= CYRILLIC.last;

/** The letters of a text, with a space before, between and after its words. */
export interface FoldedText {
  units: Uint16Array;
  length: number;
}

/** Folds a text for the language models: no case, accents, marks or symbols, at most two of a letter in a row. */
export function foldText(sample: string): FoldedText {
  const text = sample.replace(NOISE, ' ');
  const units = new Uint16Array(text.length * 2 + 2);
  let length = 1;
  units[0] = SPACE;
  let start = 1;
  let cyrillic = 0;
  let latin = 0;
  const closeWord = (): void => {
    if (length === start) return;
    // Letters of the other alphabet that only look right hide a word.
    if (cyrillic > 0 && latin > 0) {
      for (let at = start; at < length; at += 1) {
        const unit = units[at] ?? 0;
        if (!isCyrillic(unit)) units[at] = CYRILLIC_OF_LATIN.get(unit) ?? unit;
      }
    }
    units[length] = SPACE;
    length += 1;
    start = length;
    cyrillic = 0;
    latin = 0;
  };
  const add = (unit: number): void => {
    if (length - start >= MAX_RUN && units[length - 1] === unit && units[length - 2] === unit) {
      return;
    }
    if (isCyrillic(unit)) cyrillic += 1;
    else if (unit <= LAST_ASCII) latin += 1;
    units[length] = unit;
    length += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const point = unit >= 0xd800 && unit < 0xdc00 ? (text.codePointAt(at) ?? unit) : unit;
    if (point > 0xffff) at += 1;
    const folded = fold(point);
    switch (kindOf(folded)) {
      case Kind.letter:
      case Kind.fancy:
        add(latinOf(folded));
        break;
      case Kind.pair:
        add(latinOf(folded));
        add(nativeOf(folded));
        break;
      case Kind.lookalike:
      case Kind.foreign:
        add(nativeOf(folded) & 0xffff);
        break;
      case Kind.sign:
        // Inside a word it stands for a letter.
        if (length > start) add(FIRST_LEET[unit] || unit);
        break;
      case Kind.emoji:
        closeWord();
        add(nativeOf(folded) & 0xffff);
        closeWord();
        break;
      case Kind.ignored:
      case Kind.apostrophe:
      case Kind.mask:
        break;
      default:
        closeWord();
    }
  }
  closeWord();
  return { units, length };
}

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

/** The hashes of the letter n-grams (1 to 5, with the words' ends), words and word pairs of a range of a folded text. */
export function readFeatures(
  { units, length }: FoldedText,
  { from, to }: { from: number; to: number },
  features: LanguageFeatures,
): void {
  const { hash } = features;
  const end = Math.min(to, length);
  let count = 0;
  let word = HASH_START;
  let before = 0;
  for (let at = from; at < end; at += 1) {
    const unit = units[at] ?? 0;
    if (unit === SPACE) {
      if (word !== HASH_START) {
        hash[count] = scatter(word ^ WORD_SEED);
        count += 1;
        if (before !== 0) {
          hash[count] = scatter(Math.imul(before, PAIR_SEED) ^ word);
          count += 1;
        }
        before = word;
      }
      word = HASH_START;
    } else word = hashStep(word, unit);
    let gram = HASH_START;
    const limit = Math.min(end, at + MAX_GRAM);
    for (let last = at; last < limit; last += 1) {
      const next = units[last] ?? 0;
      gram = hashStep(gram, next);
      if (last > at || next !== SPACE) {
        hash[count] = scatter(gram);
        count += 1;
      }
      // A gram never spans two words.
      if (next === SPACE && last > at) break;
    }
  }
  features.count = count;
}
