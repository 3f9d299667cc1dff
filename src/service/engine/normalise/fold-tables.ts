/**
 * Letters that look like a Latin one and that Unicode's compatibility decomposition leaves alone: Cyrillic,
 * Greek, Armenian, Cherokee, Lisu. They are read as Latin only in a word that has Latin letters too.
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

/** Latin letters of unusual shape: small capitals, turned, hooked and struck-through ones. Always read as Latin. */
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

/** Letters that are two. */
export const PAIRS: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
]);

/** First code points of the alphabets made of emoji: regional indicators, negative circled, negative squared. */
export const EMOJI_ALPHABETS: readonly number[] = [0x1f1e6, 0x1f150, 0x1f170];

/** Digits and signs that stand for a letter inside a word, and the letter each is read as first. */
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

/** Second readings, tried when the first ones make no known word. */
export const LEET_SECOND: ReadonlyMap<string, string> = new Map([
  ['1', 'l'],
  ['!', 'l'],
  ['|', 'i'],
  ['9', 'q'],
  ['6', 'b'],
]);

/** Signs that blank a letter out, as in `f*ck`. */
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

/** Apostrophes: dropped, so that "don't" and "dont" are one word. */
export const APOSTROPHES: ReadonlySet<string> = new Set(["'", '’', '‘', '`', '´', 'ʼ']);

export const QUOTES: ReadonlySet<string> = new Set(['"', '“', '”', '„', '«', '»']);
