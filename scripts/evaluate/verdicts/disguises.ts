import { createRandom, type Random } from '../../train/random.ts';

/** A way to hide words that works in any script. */
export interface Disguise {
  name: string;
  word(word: string, random: Random): string;
}

const SEED = 101;
const WORD = /[\p{L}\p{M}]{2,}/gu;
const LETTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });

const lettersOf = (word: string): string[] =>
  Array.from(LETTERS.segment(word), ({ segment }) => segment);

/** Latin letters that look like Cyrillic ones, and vice versa. */
const LATIN = 'aceopxyABCEHKMOPTX';
const CYRILLIC = 'асеорхуАВСЕНКМОРТХ';
const SWAPS = new Map([
  ...Array.from(LATIN, (letter, at): [string, string] => [letter, CYRILLIC[at] ?? letter]),
  ...Array.from(CYRILLIC, (letter, at): [string, string] => [letter, LATIN[at] ?? letter]),
]);

export const DISGUISES: readonly Disguise[] = [
  { name: 'zero-width', word: (word) => lettersOf(word).join('\u200b') },
  { name: 'dotted', word: (word) => lettersOf(word).join('.') },
  { name: 'spaced', word: (word) => lettersOf(word).join(' ') },
  {
    name: 'repeated',
    word: (word, random) => {
      const letters = lettersOf(word);
      const at = random.below(letters.length);
      return letters
        .toSpliced(at, 0, ...Array.from({ length: 3 }, () => letters[at] ?? ''))
        .join('');
    },
  },
  {
    name: 'lookalikes',
    word: (word) => Array.from(word, (letter) => SWAPS.get(letter) ?? letter).join(''),
  },
];

/** Disguises every word of a text. */
export function disguise(text: string, way: Disguise): string {
  const random = createRandom(SEED);
  return text.replace(WORD, (word) => way.word(word, random));
}
