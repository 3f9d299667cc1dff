import { APOSTROPHES, EMOJI_ALPHABETS, LEET, LOOKALIKES, MASKS } from './fold-tables.ts';
import { MENTION_MARK } from './noise.ts';

/**
 * What one character is to a reader of words. `letter` carries its Latin reading, `foreign` a letter without one;
 * `sign` is a digit or a symbol that may stand for a letter.
 */
export type Folded =
  | { kind: 'letter'; text: string; plain: boolean }
  | { kind: 'foreign'; text: string }
  | { kind: 'sign'; text: string }
  | { kind: 'mask' | 'apostrophe' | 'ignored' | 'space' | 'separator' | 'mention' };

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Cs}\p{Co}\p{Cc}]/u;
/** U+2800, the empty braille pattern, is seen as a space but is none to Unicode. */
const SPACE = /[\s\u2800]/u;
const COMBINING = /\p{M}+/gu;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const LATIN = /^[a-z]+$/;
const ALPHABET_SIZE = 26;
const CODE_OF_A = 97;

function emojiLetter(character: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  const first = EMOJI_ALPHABETS.find((start) => code >= start && code < start + ALPHABET_SIZE);
  return first === undefined ? null : String.fromCharCode(CODE_OF_A + code - first);
}

function classify(character: string): Folded {
  if (character === MENTION_MARK) return { kind: 'mention' };
  if (SPACE.test(character)) return { kind: 'space' };
  if (APOSTROPHES.has(character)) return { kind: 'apostrophe' };
  if (IGNORED.test(character)) return { kind: 'ignored' };
  if (MASKS.has(character)) return { kind: 'mask' };
  if (LEET.has(character)) return { kind: 'sign', text: character };

  const lower = character.toLowerCase();
  if (LATIN.test(lower)) return { kind: 'letter', text: lower, plain: true };
  // One character at a time: reordering a long run of combining marks is quadratic in the decomposition.
  const base = lower.normalize('NFKD').replace(COMBINING, '').toLowerCase();
  const reading = LOOKALIKES.get(lower) ?? LOOKALIKES.get(base) ?? emojiLetter(character) ?? base;
  if (LATIN.test(reading)) return { kind: 'letter', text: reading, plain: false };
  if (LEET.has(reading)) return { kind: 'sign', text: reading };
  return LETTER_OR_NUMBER.test(base) ? { kind: 'foreign', text: base } : { kind: 'separator' };
}

/** Everything below U+0250: nearly all characters of nearly all messages. */
const COMMON = Array.from({ length: 0x250 }, (_, code) => classify(String.fromCharCode(code)));

/** Reads one code point (as a string, a lone surrogate included). */
export function fold(character: string): Folded {
  return COMMON[character.charCodeAt(0)] ?? classify(character);
}
