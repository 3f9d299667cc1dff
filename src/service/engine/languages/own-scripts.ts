/*
 * Scripts that the English normaliser would break up: it drops what follows a Korean syllable's first consonant, the vowels of
 * Indian scripts, and the marks that tell Japanese syllables apart.
 */

const HANGUL = { first: 0xac00, last: 0xd7a3, vowels: 21, finals: 28 };
const INDIC = { first: 0x900, last: 0xdff };
const NUKTA = 0x93c;
const KANA = { first: 0x3041, last: 0x30fa };
const KATAKANA = { first: 0x30a1, last: 0x30f6, toHiragana: 0x60 };
const FIRST_VOWEL = 0x314f;

/** The first and final consonants of syllables, as stand-alone letters. */
const FIRST_CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FINAL_CONSONANTS = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';

/** Spellings of the same Arabic letter. */
const ARABIC: ReadonlyMap<number, number> = new Map([
  [0x649, 0x64a],
  [0x6cc, 0x64a],
  [0x629, 0x647],
  [0x6a9, 0x643],
]);

/** The letter as the language models read it, for scripts with rules of their own; 0 for all others. */
export function ownLetter(unit: number): number {
  if (unit < 0x629) return 0;
  if (unit >= HANGUL.first && unit <= HANGUL.last) return unit;
  if (unit >= KANA.first && unit <= KANA.last) {
    // Katakana and hiragana write the same syllables.
    return unit >= KATAKANA.first && unit <= KATAKANA.last ? unit - KATAKANA.toHiragana : unit;
  }
  return unit <= 0x6cc ? (ARABIC.get(unit) ?? 0) : 0;
}

/** The character that only stretches Arabic words. */
export const TATWEEL = 0x640;

/** True if a combining mark is a vowel or another letter-like sign of an Indian script. */
export const isIndicSign = (unit: number): boolean =>
  unit >= INDIC.first && unit <= INDIC.last && unit !== NUKTA;

export const isHangul = (unit: number): boolean => unit >= HANGUL.first && unit <= HANGUL.last;

/** Writes the letters of a Korean syllable, or any other letter unchanged; returns their number. */
export function writeLetters(unit: number, into: Uint16Array, at: number): number {
  if (!isHangul(unit)) {
    into[at] = unit;
    return 1;
  }
  const syllable = unit - HANGUL.first;
  const final = syllable % HANGUL.finals;
  const pair = Math.floor(syllable / HANGUL.finals);
  into[at] = FIRST_CONSONANTS.charCodeAt(Math.floor(pair / HANGUL.vowels));
  into[at + 1] = FIRST_VOWEL + (pair % HANGUL.vowels);
  if (final === 0) return 2;
  into[at + 2] = FINAL_CONSONANTS.charCodeAt(final - 1);
  return 3;
}
