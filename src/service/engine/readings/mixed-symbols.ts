/** Signs and letters of other alphabets that are used to draw a Latin letter, beyond the ones that look just like it. */
const DRAWN: Readonly<Record<string, string>> = {
  a: 'αåλΛΔ∆ค₳ªдД',
  b: 'βß฿вБъьЬ',
  c: '¢©ς₵ҫς',
  d: '∂ðÐđԁ๔',
  e: 'ε€єξΣёεэ£',
  f: 'ƒſ₣ғ',
  g: 'ɢ₲ġ',
  h: 'ħђћнҥ',
  i: 'ι¡їíìι',
  j: 'ʝј',
  k: 'κкĸ₭ҝ',
  l: 'ℓ£ł',
  m: 'ɱм₥',
  n: 'ηиหп₦и',
  o: 'øσθΩ¤ο๏',
  p: 'ρ₱þ₽',
  r: '®яг₹я',
  s: '§ѕ₴ş',
  t: '†τт₮ŧ',
  u: 'μυµцüμ',
  v: 'ν√',
  w: 'ωшщ₩พ',
  x: '×χж',
  y: '¥γуўч',
  z: 'ζž',
};
const LETTER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(DRAWN).flatMap(([letter, shapes]) =>
    Array.from(shapes, (shape) => [shape.toLowerCase(), letter] as const),
  ),
);
const PLAIN = /[a-z]/;
const MIN_LETTERS = 3;

function drawnWord(word: string): string | null {
  let plain = '';
  let drawn = 0;
  for (const shape of word) {
    const letter = LETTER_OF.get(shape);
    if (letter !== undefined) drawn += 1;
    else if (!PLAIN.test(shape)) return null;
    plain += letter ?? shape;
  }
  return drawn > 0 && plain.length >= MIN_LETTERS ? plain : null;
}

/** The text in plain letters, if that turns at least half of the words drawn with other signs into known words. */
export function plainSymbols(sample: string, isWord: (word: string) => boolean): string | null {
  let drawn = 0;
  let known = 0;
  const text = sample
    .toLowerCase()
    .split(/\s+/)
    .map((word) => {
      const plain = drawnWord(word.replace(/[.,!?]+$/, ''));
      if (plain === null) return word;
      drawn += 1;
      if (isWord(plain)) known += 1;
      return plain;
    })
    .join(' ');
  return known > 0 && known * 2 >= drawn ? text : null;
}
