/**
 * Letters that look like a Latin one and that Unicode's compatibility decomposition leaves alone: Cyrillic,
 * Greek, Armenian, Cherokee, Lisu, small capitals, strokes. Upper and lower case need not both be listed.
 */
const LOOKALIKE_ROWS: Readonly<Record<string, string>> = {
  a: 'аαɑᴀɐⲁꓮᎪ',
  b: 'вьβʙƀɓꓐᏴ',
  c: 'сϲᴄƈȼꓚᏟ',
  d: 'ԁᴅđɖɗꓓᎠ',
  e: 'еєεᴇəɛɘꓰᎬ',
  f: 'ƒꜰꓝϝ',
  g: 'ɡɢցǥɠꓖᏀ',
  h: 'нһհʜħɦꓧᎻ',
  i: 'іιıɪɨӏꓲ',
  j: 'јϳᴊꓙᎫ',
  k: 'кκᴋƙꓗᏦ',
  l: 'łʟɫƚꓡᏞ',
  m: 'мᴍɱꓟᎷ',
  n: 'ηոɴɲŋꓠ',
  o: 'оοօᴏøɔσꓳ',
  p: 'рρᴘþքꓑᏢ',
  q: 'ԛǫգ',
  r: 'гʀɾɹꓣᎡ',
  s: 'ѕꜱʂꓢᏚ',
  t: 'тτᴛŧʇꓔᎢ',
  u: 'υսᴜʉꓴ',
  v: 'νѵᴠʋꓦᏙ',
  w: 'ԝωᴡɯꓪᎳ',
  x: 'хχꓫ',
  y: 'уγʏүɏꓬ',
  z: 'ᴢƶʐꓜᏃ',
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
};

export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKE_ROWS).flatMap(([letter, row]) =>
    Array.from(row, (lookalike) => [lookalike.toLowerCase(), letter] as const),
  ),
);

/** First code points of the alphabets made of emoji: regional indicators, negative circled, negative squared. */
export const EMOJI_ALPHABETS: readonly number[] = [0x1f1e6, 0x1f150, 0x1f170];

/** Digits and signs that stand for a letter inside a word. */
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
  ['€', 'e'],
  ['£', 'l'],
  ['¢', 'c'],
  ['¥', 'y'],
]);

/** The signs among them that are read as `l` too. */
export const LEET_L: ReadonlySet<string> = new Set(['1', '!']);

/** Signs that blank a letter out, as in `f*ck`. */
export const MASKS: ReadonlySet<string> = new Set(['*', '#', '%']);

/** Apostrophes: dropped, so that "don't" and "dont" are one word. */
export const APOSTROPHES: ReadonlySet<string> = new Set(["'", '’', '‘', '`', '´', 'ʼ']);
