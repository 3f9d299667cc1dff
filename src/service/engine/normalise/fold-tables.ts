/** First code points of the emoji alphabets: regional indicators, negative circled, negative squared. */
export const EMOJI_ALPHABETS: readonly number[] = [0x1f1e6, 0x1f150, 0x1f170];

/** Digits and symbols that stand for a letter inside a word, with the letter to try first. */
export const LEET: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['2', 'z'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['6', 'g'],
  ['7', 't'],
  ['8', 'b'],
  ['9', 'g'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
  ['|', 'l'],
  ['€', 'e'],
  ['£', 'l'],
  ['¢', 'c'],
  ['¥', 'y'],
]);

/** The letters to try second, if the first ones give no known word. */
const LEET_SECOND: ReadonlyMap<string, string> = new Map([
  ['1', 'l'],
  ['!', 'l'],
  ['|', 'i'],
  ['9', 'q'],
  ['6', 'b'],
]);

const leetTable = (rows: readonly ReadonlyMap<string, string>[]): Uint16Array => {
  const table = new Uint16Array(0x10000);
  for (const row of rows) {
    for (const [sign, letter] of row) table[sign.charCodeAt(0)] = letter.charCodeAt(0);
  }
  return table;
};
/** Symbol to letter, by code unit; 0 for other units. */
export const FIRST_LEET = leetTable([LEET]);
/** The same with the second letters (1 as l). */
export const SECOND_LEET = leetTable([LEET, LEET_SECOND]);

/** Symbols that mask a letter, as in `f*ck`. */
export const MASKS: ReadonlySet<string> = new Set([
  '*',
  '#',
  '%',
  '•',
  '●',
  '×',
  '█',
  '■',
  '✱',
  '∗',
]);

/** Apostrophes are dropped, so that "don't" and "dont" are the same word. */
export const APOSTROPHES: ReadonlySet<string> = new Set(["'", '’', '‘', '`', '´', 'ʼ']);

export const QUOTES: ReadonlySet<string> = new Set(['"', '“', '”', '„', '«', '»']);
