/**
 * Letters of other scripts (Cyrillic, Greek, Armenian, Cherokee, Lisu) that look Latin and that NFKD doesn't decompose.
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
  u: 'υսꓴμµ',
  v: 'νѵꓦᏙ',
  w: 'ԝωꓪᎳ',
  x: 'хχꓫ',
  y: 'уγүꓬ',
  z: 'ꓜᏃ',
};

/** Unusual Latin letters: small capitals, turned, hooked and struck-through ones. */
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

/** Maps lower-case letters of other scripts to the Latin letters that they look like. */
export const LOOKALIKES = byCharacter(LOOKALIKE_ROWS);
/** Maps unusual letters to plain ones. */
export const SHAPES = byCharacter(SHAPE_ROWS);

/** Single characters that stand for two letters. */
export const PAIRS: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
]);
