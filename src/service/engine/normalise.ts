import { fold } from './fold.ts';
import { LEET, LEET_L } from './fold-tables.ts';
import { withoutNoise } from './noise.ts';
import { mergeSpelledOut, type Piece } from './spelled-out.ts';

/** A word of the sample as a reader would take it. */
export interface Word {
  /** The first reading; for a mention of a member, the empty string. */
  text: string;
  /** All readings, `text` first: `1` may be an `i` or an `l`, a leading `@` an `a` or nothing, a stretched vowel one. */
  readings: readonly string[];
  /** Every run of a letter as one letter, when some letter was stretched ("diiiie"), else null. */
  squeezed: string | null;
  /** With `*` for each blanked-out letter, when there is one, else null. */
  masked: string | null;
  isMention: boolean;
  /** Written so as not to be recognised. */
  disguised: boolean;
}

/** A letter more often than this in a row tells nothing more; cutting here bounds every later step. */
const MAX_RUN = 3;
/** Longer than any word; what follows is read as another one. */
const MAX_PIECE_LENGTH = 128;

const EDGE_SIGNS = /^[!*]+|[!*]+$/g;
const STRETCHED = /(.)\1\1/u;
const RUN = /(.)\1+/gu;
const LONG_VOWEL = /([aeiou])\1{2,}/g;
const HAS_LETTER = /\p{L}/u;
/** `@$$` and the like: signs alone make a word only when two of them are no digits. */
const SIGN_WORD = /[@$€£¢¥].*[@$€£¢¥]/;

const MENTION: Word = {
  text: '',
  readings: [],
  squeezed: null,
  masked: null,
  isMention: true,
  disguised: false,
};

/** Squeezes runs of a letter to one, the form in which stretched words are looked up. */
export function squeeze(text: string): string {
  return text.replace(RUN, '$1');
}

/** Cuts the sample into runs of letters, signs and masks, in one pass. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let gap = 0;
  let chunk = 0;
  let latin = false;
  let foreign = false;
  let veiled = false;
  let ignoredInside = false;
  let reading = '';
  let native = '';
  let run = 0;

  const close = (): void => {
    if (reading !== '') {
      // A word wholly of another script is left as it is; a Latin one with strangers in it is read as Latin.
      const isForeign = foreign && !latin;
      pieces.push({ text: isForeign ? native : reading, veiled: veiled && !isForeign, gap, chunk });
      gap = 0;
    }
    latin = foreign = veiled = ignoredInside = false;
    reading = native = '';
    run = 0;
  };
  const add = (character: string, original: string): void => {
    // Of blanked-out letters each stands for one, so none is left out.
    run = character !== '*' && reading.endsWith(character) ? run + 1 : 1;
    if (run > MAX_RUN) return;
    if (reading.length >= MAX_PIECE_LENGTH) close();
    reading += character;
    native += original;
    veiled ||= ignoredInside;
  };

  for (const character of text) {
    const folded = fold(character);
    switch (folded.kind) {
      case 'letter':
        add(folded.text, character.toLowerCase());
        latin ||= folded.plain;
        veiled ||= !folded.plain;
        break;
      case 'foreign':
        add(folded.text, folded.text);
        foreign = true;
        break;
      case 'sign':
        add(folded.text, folded.text);
        break;
      case 'mask':
        add('*', '*');
        break;
      case 'ignored':
        ignoredInside = reading !== '';
        break;
      case 'apostrophe':
        break;
      case 'space':
        close();
        gap += 1;
        chunk += 1;
        break;
      case 'separator':
        close();
        break;
      case 'mention':
        close();
        pieces.push({ text: '', veiled: false, gap, chunk });
        break;
    }
  }
  close();
  return pieces;
}

function leetToLetters(text: string, isL: boolean): string {
  let letters = '';
  for (const character of text) {
    letters += isL && LEET_L.has(character) ? 'l' : (LEET.get(character) ?? character);
  }
  return letters;
}

function wordOf(piece: Piece): Word | null {
  if (piece.text === '') return MENTION;
  const trimmed = piece.text.replace(EDGE_SIGNS, '');
  if (!HAS_LETTER.test(trimmed) && !SIGN_WORD.test(trimmed)) return null;

  const bare = trimmed.replaceAll('*', '');
  const text = leetToLetters(bare, false);
  const readings = new Set([text, leetToLetters(bare, true)]);
  if (bare.startsWith('@')) readings.add(leetToLetters(bare.slice(1), false));
  const isStretched = STRETCHED.test(text);
  if (isStretched) readings.add(text.replace(LONG_VOWEL, '$1'));
  return {
    text,
    readings: [...readings].filter((reading) => reading !== ''),
    squeezed: isStretched ? squeeze(text) : null,
    masked: trimmed.includes('*') ? leetToLetters(trimmed, false) : null,
    isMention: false,
    disguised: piece.veiled || isStretched || text !== trimmed,
  };
}

/** The words of a sample, their disguises undone. Linear in the sample's length. */
export function normalise(sample: string): Word[] {
  return mergeSpelledOut(piecesOf(withoutNoise(sample)))
    .map(wordOf)
    .filter((word) => word !== null);
}
