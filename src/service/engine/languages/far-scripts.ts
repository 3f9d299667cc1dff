/** Scripts in which no letter looks Latin: Arabic, Hebrew, the Indian ones, Ethiopic, kana, Chinese, Korean. */
const FAR_SCRIPTS: readonly (readonly [number, number])[] = [
  [0x5d0, 0x5ea],
  [0x620, 0x652],
  [0x671, 0x6d3],
  [0x900, 0xdff],
  [0x1200, 0x137f],
  [0x3041, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
];
const SPACES_AND_PUNCTUATION: readonly (readonly [number, number])[] = [
  [0x00, 0x2f],
  [0x3a, 0x40],
  [0x60c, 0x61f],
  [0x2010, 0x2027],
  [0x3000, 0x3020],
  [0xff01, 0xff0f],
  [0xff1a, 0xff1f],
];
const FAR = 1;
const NEUTRAL = 2;

const kinds = new Uint8Array(0x10000);
for (const [first, last] of FAR_SCRIPTS) kinds.fill(FAR, first, last + 1);
for (const [first, last] of SPACES_AND_PUNCTUATION) kinds.fill(NEUTRAL, first, last + 1);

/** True if nothing in the text can be read as English: no letter that is or looks Latin, no digit, emoji or symbol. */
export function isFarFromLatin(text: string): boolean {
  let isFar = false;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[text.charCodeAt(at)] ?? 0;
    if (kind === 0) return false;
    isFar ||= kind === FAR;
  }
  return isFar;
}
