import type { Random } from '../random.ts';

/** A way to hide words from filters while people can still read them. */
export interface Attack {
  name: string;
  /** True if training includes such texts; the other attacks measure generalisation. */
  isTrained: boolean;
  word(word: string, random: Random): string;
  /** The separator between words; a space by default. */
  between?: string;
}

const LEET: Readonly<Record<string, string>> = {
  a: '4@',
  e: '3',
  i: '1!',
  o: '0',
  s: '5$',
  t: '7',
  l: '1',
  b: '8',
  g: '9',
};
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  h: 'һ',
  k: 'к',
  n: 'ո',
  u: 'υ',
};
/**
 * First code points of the mathematical alphabets (bold, script, fraktur, double-struck, monospace) and of the full-width
 * letters.
 */
const FANCY = [0x1d41a, 0x1d4ea, 0x1d51e, 0x1d552, 0x1d68a, 0xff41];
const INVISIBLE = ['\u200b', '\u200d', '\u2060', '\u00ad'];
const VOWEL = /[aeiou]/gi;

const inside = (word: string, random: Random): number => 1 + random.below(word.length - 2);

function fancy(word: string, random: Random): string {
  const first = random.pick(FANCY);
  return Array.from(word.toLowerCase())
    .map((letter) =>
      /[a-z]/.test(letter) ? String.fromCodePoint(first + letter.charCodeAt(0) - 97) : letter,
    )
    .join('');
}

export const ATTACKS: readonly Attack[] = [
  {
    name: 'leetspeak',
    isTrained: true,
    word: (word, random) =>
      Array.from(word)
        .map((letter) => {
          const signs = LEET[letter.toLowerCase()];
          return signs !== undefined && random.next() < 0.8
            ? random.pick(Array.from(signs))
            : letter;
        })
        .join(''),
  },
  {
    name: 'dotted letters',
    isTrained: true,
    word: (word, random) => Array.from(word).join(random.pick(['.', '-', '_', '*'])),
  },
  {
    name: 'spaced letters',
    isTrained: true,
    word: (word) => Array.from(word).join(' '),
    between: '   ',
  },
  {
    name: 'homoglyphs',
    isTrained: true,
    word: (word, random) =>
      Array.from(word)
        .map((letter) =>
          random.next() < 0.6 ? (HOMOGLYPHS[letter.toLowerCase()] ?? letter) : letter,
        )
        .join(''),
  },
  { name: 'fancy letters', isTrained: true, word: fancy },
  {
    name: 'zero-width characters',
    isTrained: true,
    word: (word, random) => Array.from(word).join(random.pick(INVISIBLE)),
  },
  {
    name: 'repeated letters',
    isTrained: true,
    word: (word, random) => {
      const at = inside(word, random);
      return word.slice(0, at) + word.charAt(at).repeat(2 + random.below(4)) + word.slice(at);
    },
  },
  {
    name: 'combining marks',
    isTrained: false,
    word: (word) =>
      Array.from(word)
        .map((letter) => `${letter}\u0336\u0301`)
        .join(''),
  },
  { name: 'masked vowels', isTrained: false, word: (word) => word.replace(VOWEL, '*') },
  {
    name: 'swapped letters',
    isTrained: false,
    word: (word, random) => {
      if (word.length < 4) return word;
      const at = 1 + random.below(word.length - 2);
      return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
    },
  },
  {
    name: 'dropped letter',
    isTrained: false,
    word: (word, random) => {
      if (word.length < 4) return word;
      const at = inside(word, random);
      return word.slice(0, at) + word.slice(at + 1);
    },
  },
  { name: 'joined words', isTrained: false, word: (word) => word, between: '' },
];

const WORD = /[a-z]{3,}/gi;

/** Applies an attack to a share of the text's words with at least three letters, by default to all of them. */
export function attackText(
  text: string,
  attack: Attack,
  { random, share = 1 }: { random: Random; share?: number },
): string {
  const attacked = text.replace(WORD, (word) =>
    random.next() < share ? attack.word(word, random) : word,
  );
  return attack.between === undefined || share < 1
    ? attacked
    : attacked.split(/\s+/).join(attack.between);
}
