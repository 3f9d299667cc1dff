import { LOOKALIKES, PAIRS, SHAPES } from '../engine/normalise/fold-tables.ts';

/** Letters read as Latin ones, wherever they stand. */
const LATIN_READINGS = new Map([...LOOKALIKES, ...SHAPES, ...PAIRS]);

/** A text in the form in which keywords are looked for in it. */
export interface Reading {
  /** UTF-16 code units. */
  units: readonly number[];
  /** For each unit, whether it is part of a word in a script that parts words; elsewhere every place is a boundary. */
  inWord: readonly boolean[];
}

interface Character {
  /** What it is read as; empty when it is left out. */
  text: string;
  inWord: boolean;
}

const SPACE = /[\s\u2800]/u;
const APOSTROPHE = /[’‘`´ʼ]/u;
/** Marks that belong to no script (accents), save for the kana's, which make another letter. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}/gu;
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Co}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Written without spaces; in Korean, particles are joined to the words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Case, compatibility forms, accents and letters that look like a Latin one are undone; nothing else is. */
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

/** Above any script or set of signs in use; anybody can write all 1,048,576 characters beyond the code units. */
const MAX_KNOWN_PAIRS = 8_192;

/** Code units that were met; surrogates, which are no characters, apart. */
const known: Character[] = [];
/** By code point, what surrogates were met as. */
const knownPairs = new Map<number, Character>();

function isSurrogate(unit: number): boolean {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE;
}

function readPair(codePoint: number): Character {
  const met = knownPairs.get(codePoint);
  if (met !== undefined) return met;
  // Begins anew, so that rare characters written once cannot keep out the usual ones.
  if (knownPairs.size === MAX_KNOWN_PAIRS) knownPairs.clear();
  const character = readCharacter(String.fromCodePoint(codePoint));
  knownPairs.set(codePoint, character);
  return character;
}

/** Linear in the text's length. Runs of spaces are one. */
export function read(text: string): Reading {
  const units: number[] = [];
  const inWord: boolean[] = [];
  let last = 0;
  for (let index = 0; index < text.length; index += 1) {
    let character;
    const unit = text.charCodeAt(index);
    if (isSurrogate(unit)) {
      const codePoint = text.codePointAt(index) ?? unit;
      if (codePoint > LAST_UNIT) index += 1;
      character = readPair(codePoint);
    } else {
      character = known[unit] ??= readCharacter(text.charAt(index));
    }
    for (let at = 0; at < character.text.length; at += 1) {
      const read = character.text.charCodeAt(at);
      if (read === SPACE_UNIT && last === SPACE_UNIT) continue;
      last = read;
      units.push(read);
      inWord.push(character.inWord);
    }
  }
  return { units, inWord };
}

/** The keyword as it is looked for; two that come out the same are one. Empty when nothing of it can be seen. */
export function normaliseKeyword(keyword: string): string {
  return String.fromCharCode(...read(keyword).units).trim();
}
