/**
 * Letters of other scripts (Cyrillic, Greek, Armenian, Cherokee, Lisu) that look Latin and that NFKD doesn't decompose.
 * They are read as Latin only in words that also contain Latin letters.
 */
const LOOKALIKE_ROWS: Readonly<Record<string, string>> = {
  a: 'аαɑⲁꓮᎪ',
  b: 'вьβꓐᏴ',
  c: 'сϲꓚᏟ',
  d: 'ԁɖꓓᎠ',
  e: 'еєεꓰᎬ',
  f: 'ϝꓝ',
  g: 'ցꓖᏀ',
  h: 'нһհꓧᎻ',
  i: 'іιӏꓲ',
  j: 'јϳꓙᎫ',
  k: 'кκꓗᏦ',
  l: 'ꓡᏞⅼ',
  m: 'мꓟᎷ',
  n: 'ηոпꓠ',
  o: 'оοօσꓳ',
  p: 'рρքꓑᏢ',
  q: 'ԛգ',
  r: 'гꓣᎡ',
  s: 'ѕꓢᏚ',
  t: 'тτꓔᎢ',
  u: 'υսꓴ',
  v: 'νѵꓦᏙ',
  w: 'ԝωꓪᎳ',
  x: 'хχꓫ',
  y: 'уγүꓬ',
  z: 'ꓜᏃ',
};

/** Unusual Latin letters: small capitals, turned, hooked and struck-through ones. Always read as Latin. */
const SHAPE_ROWS: Readonly<Record<string, string>> = {
  a: 'ᴀɐɒ',
  b: 'ʙƀɓ',
  c: 'ᴄƈȼɔ',
  d: 'ᴅđɗ',
  e: 'ᴇəɛɘǝ',
  f: 'ƒꜰɟ',
  g: 'ɡɢǥɠƃ',
  h: 'ʜħɦɥ',
  i: 'ıɪɨᴉ',
  j: 'ᴊɾ',
  k: 'ᴋƙʞ',
  l: 'łʟɫƚ',
  m: 'ᴍɱɯ',
  n: 'ɴɲŋ',
  o: 'ᴏø',
  p: 'ᴘþ',
  q: 'ǫ',
  r: 'ʀɹ',
  s: 'ꜱʂ',
  t: 'ᴛŧʇ',
  u: 'ᴜʉ',
  v: 'ᴠʋʌ',
  w: 'ᴡʍ',
  y: 'ʏɏʎ',
  z: 'ᴢƶʐ',
};

function byCharacter(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([letter, row]) =>
      Array.from(row).map((shape) => [shape.toLowerCase(), letter] as const),
    ),
  );
}

export const LOOKALIKES = byCharacter(LOOKALIKE_ROWS);
export const SHAPES = byCharacter(SHAPE_ROWS);

/** Single characters for two letters. */
export const PAIRS: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
]);

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
