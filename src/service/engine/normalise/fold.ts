import { LOOKALIKES, PAIRS, SHAPES } from '../../../shared/lookalikes.ts';
import { APOSTROPHES, EMOJI_ALPHABETS, LEET, MASKS, QUOTES } from './fold-tables.ts';

/** Kind of a code point, in the four highest bits of a folded number. */
export const Kind = {
  space: 1,
  separator: 2,
  /** A plain Latin letter. */
  letter: 3,
  /** A styled Latin letter (bold script, circled, small capital …). */
  fancy: 4,
  /** A letter of another script that looks Latin. */
  lookalike: 5,
  /** Any other letter or number. */
  foreign: 6,
  /** A digit or a symbol that may stand for a letter. */
  sign: 7,
  mask: 8,
  ignored: 9,
  apostrophe: 10,
  emoji: 11,
  quote: 12,
  question: 13,
  /** One character for two Latin letters, such as æ. */
  pair: 14,
} as const;

const KIND_SHIFT = 28;
const LATIN_SHIFT = 21;
const LATIN_MASK = 0x7f;
const NATIVE_MASK = 0x1fffff;

export const kindOf = (folded: number): number => folded >>> KIND_SHIFT;
/** ASCII code of the Latin reading; for a pair, of its first letter. */
export const latinOf = (folded: number): number => (folded >>> LATIN_SHIFT) & LATIN_MASK;
/** The lower-case code point as written; for a pair, the ASCII code of its second letter. */
export const nativeOf = (folded: number): number => folded & NATIVE_MASK;

const pack = (kind: number, latin: number, native: number): number =>
  ((kind << KIND_SHIFT) | (latin << LATIN_SHIFT) | native) >>> 0;

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Cs}\p{Co}\p{Cc}]/u;
/** U+2800 (blank braille pattern) looks like a space, but Unicode doesn't class it as one. */
const SPACE = /[\s\u2800]/u;
const COMBINING = /\p{M}+/gu;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const LATIN = /^[a-z]$/;
const LIGATURE = /^[a-z]{2,3}$/;
const ALPHABET_SIZE = 26;
const CODE_OF_A = 97;

const code = (character: string): number => character.codePointAt(0) ?? 0;

function emojiLetter(codePoint: number): string | null {
  const first = EMOJI_ALPHABETS.find(
    (start) => codePoint >= start && codePoint < start + ALPHABET_SIZE,
  );
  return first === undefined ? null : String.fromCharCode(CODE_OF_A + codePoint - first);
}

function foldBase(lower: string, base: string): number | null {
  const pair = PAIRS.get(lower);
  if (pair !== undefined) return pack(Kind.pair, pair.charCodeAt(0), pair.charCodeAt(1));
  const lookalike = LOOKALIKES.get(lower) ?? LOOKALIKES.get(base);
  if (lookalike !== undefined) return pack(Kind.lookalike, code(lookalike), code(base));
  if (LATIN.test(base)) {
    // An accented Latin letter is ordinary; one from another block is styled.
    const isAccented = code(lower) < 0x250 || (code(lower) >= 0x1e00 && code(lower) < 0x1f00);
    return pack(isAccented ? Kind.letter : Kind.fancy, code(base), code(base));
  }
  // A ligature or a multi-letter symbol: two letters are enough to recognise it.
  if (LIGATURE.test(base)) return pack(Kind.pair, base.charCodeAt(0), base.charCodeAt(1));
  return null;
}

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (SPACE.test(character)) return pack(Kind.space, 0, 0);
  if (APOSTROPHES.has(character)) return pack(Kind.apostrophe, 0, 0);
  if (QUOTES.has(character)) return pack(Kind.quote, 0, 0);
  if (character === '?') return pack(Kind.question, 0, 0);
  if (IGNORED.test(character)) return pack(Kind.ignored, 0, 0);
  if (MASKS.has(character)) return pack(Kind.mask, code('*'), code('*'));
  if (LEET.has(character)) return pack(Kind.sign, 0, codePoint);

  const lower = character.toLowerCase();
  if (LATIN.test(lower)) return pack(Kind.letter, code(lower), code(lower));
  const shape = SHAPES.get(lower) ?? emojiLetter(codePoint);
  if (shape !== null) return pack(Kind.fancy, code(shape), code(shape));
  // Normalise one character at a time: NFKD is quadratic in the length of a run of combining marks.
  const base = lower.normalize('NFKD').replace(COMBINING, '').toLowerCase();
  const folded = foldBase(lower, base);
  if (folded !== null) return folded;
  if (LEET.has(base)) return pack(Kind.sign, 0, code(base));
  if (PICTURE.test(character)) return pack(Kind.emoji, 0, codePoint);
  return LETTER_OR_NUMBER.test(base)
    ? pack(Kind.foreign, 0, code(base))
    : pack(Kind.separator, 0, 0);
}

/** The planes with letters and emoji; everything above counts as a separator. */
const TABLE_SIZE = 0x20000;
/** Cache of classified code points; 0 means not classified yet. */
const table = new Uint32Array(TABLE_SIZE);

/** Folds a code point, including lone surrogates. */
export function fold(codePoint: number): number {
  if (codePoint >= TABLE_SIZE) {
    return pack(codePoint >= 0xe0000 ? Kind.ignored : Kind.separator, 0, 0);
  }
  const cached = table[codePoint] ?? 0;
  if (cached !== 0) return cached;
  const folded = classify(codePoint);
  table[codePoint] = folded;
  return folded;
}
