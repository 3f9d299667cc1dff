import { LOOKALIKES, PAIRS, SHAPES } from '../lookalikes.ts';

/** Characters that are read as Latin letters everywhere. */
const LATIN_READINGS = new Map([...LOOKALIKES, ...SHAPES, ...PAIRS]);

/** A text in the form used for matching keywords. */
export interface NormalisedText {
  /** UTF-16 code units. */
  units: readonly number[];
  /**
   * For each unit, whether it is part of a word in a script with word separators; in other scripts, every position is a
   * boundary.
   */
  inWord: readonly boolean[];
  /** For each unit, the index of the character in the text that it comes from. */
  sources: readonly number[];
}

interface Character {
  /** The normalised form; empty if the character is ignored. */
  text: string;
  inWord: boolean;
}

const SPACE = /[\s\u2800]/u;
const APOSTROPHE = /[’‘`´ʼ]/u;
/** Marks that belong to no particular script (accents), except those of kana, which form different letters. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}/gu;
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Co}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Scripts written without spaces, and Korean, where particles attach to words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Normalises only case, compatibility forms, accents and Latin lookalikes. */
function readCharacter(character: string): Character {
  if (SPACE.test(character)) return { text: ' ', inWord: false };
  if (IGNORED.test(character)) return { text: '', inWord: false };
  const lower = character.toLowerCase();
  const base = lower.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC').toLowerCase();
  const text = LATIN_READINGS.get(lower) ?? LATIN_READINGS.get(base) ?? base;
  return {
    text: APOSTROPHE.test(text) ? "'" : text,
    inWord: WORD.test(base) && !UNSPACED.test(base),
  };
}

const FIRST_SURROGATE = 0xd8_00;
const LAST_SURROGATE = 0xdf_ff;
const LAST_UNIT = 0xff_ff;
const SPACE_UNIT = 0x20;

/**
 * Maximum number of cached pairs: more than any script or symbol set in use needs. There are 1,048,576 characters beyond the BMP.
 */
const MAX_CACHED_PAIRS = 8_192;

/** Cache by code unit, without surrogates. */
const cache: Character[] = [];
/** Cache by code point, for surrogate pairs. */
const pairCache = new Map<number, Character>();

function isSurrogate(unit: number): boolean {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE;
}

function readPair(codePoint: number): Character {
  const met = pairCache.get(codePoint);
  if (met !== undefined) return met;
  // Start over, so that rare characters can't keep common ones out.
  if (pairCache.size === MAX_CACHED_PAIRS) pairCache.clear();
  const character = readCharacter(String.fromCodePoint(codePoint));
  pairCache.set(codePoint, character);
  return character;
}

/** Normalises a text in time linear in its length. Collapses runs of spaces. */
export function normaliseText(text: string): NormalisedText {
  const units: number[] = [];
  const inWord: boolean[] = [];
  const sources: number[] = [];
  let last = 0;
  for (let index = 0; index < text.length; index += 1) {
    let character;
    const source = index;
    const unit = text.charCodeAt(index);
    if (isSurrogate(unit)) {
      const codePoint = text.codePointAt(index) ?? unit;
      if (codePoint > LAST_UNIT) index += 1;
      character = readPair(codePoint);
    } else {
      character = cache[unit] ??= readCharacter(text.charAt(index));
    }
    for (let at = 0; at < character.text.length; at += 1) {
      const read = character.text.charCodeAt(at);
      if (read === SPACE_UNIT && last === SPACE_UNIT) continue;
      last = read;
      units.push(read);
      inWord.push(character.inWord);
      sources.push(source);
    }
  }
  return { units, inWord, sources };
}

/** The normalised keyword, which identifies it. Empty if nothing of the keyword is visible. */
export function normaliseKeyword(keyword: string): string {
  return String.fromCharCode(...normaliseText(keyword).units).trim();
}
