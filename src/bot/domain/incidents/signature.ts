import { LOOKALIKES, PAIRS, SHAPES } from '../../../shared/lookalikes.ts';

/*
 * Recognises nearly the same text. Only the consonants of a text count (letters without case, in scripts without vowels
 * all of them), with look-alikes read as Latin and repetitions as one. Vowels, digits, emoji, symbols and blanks are what
 * people change to post "another" text. Web addresses do not count, because different texts often share them: only if
 * there is hardly anything else are they compared, each as a whole. The signature is the set of hashes of every five
 * consecutive letters; of a long text, an even share of them (FracMinHash), so that comparing costs the same for every
 * length.
 */

/** The letters in one hash. */
const GRAM = 5;
/** A text with more hashes keeps only a share of them. */
const MAX_HASHES = 256;
/** Two texts are similar if they share this part of the longer one's hashes, … */
const SHARED = 0.5;
/** … or this part, … */
const SHARED_OF_LONG = 0.4;
/** … and at least this many hashes, about five words, so that it is no coincidence. */
const SHARED_HASHES = 12;

export interface Signature {
  /** One in this many hashes is kept. A power of two. */
  readonly scale: number;
  /** Unsigned, ascending, each once. */
  readonly hashes: Uint32Array;
}

/** Null: the text has no letters. Linear in the length: about 50 ns a character. */
export function signatureOf(text: string): Signature | null {
  const letters = lettersOf(text.replace(ADDRESS, ' '));
  if (letters.length < GRAM) {
    const addresses = new Set(
      Array.from(text.matchAll(ADDRESS), ([address]) => addressHash(address)),
    );
    if (addresses.size > 0) return { scale: 1, hashes: Uint32Array.from(addresses).sort() };
    if (letters.length === 0) return null;
    // Matches only the same short text: longer ones have hashes of five letters.
    return { scale: 1, hashes: Uint32Array.of(hashOf(letters, 0, letters.length)) };
  }
  const count = letters.length - GRAM + 1;
  const scale = 2 ** Math.max(0, Math.ceil(Math.log2(count / MAX_HASHES)));
  const hashes = new Set<number>();
  for (let start = 0; start < count; start += 1) {
    const hash = hashOf(letters, start, GRAM);
    if (hash % scale === 0) hashes.add(hash);
  }
  return { scale, hashes: Uint32Array.from(hashes).sort() };
}

/** Whether two texts are nearly the same. Symmetric. Takes about a microsecond. */
export function isSimilar(one: Signature, other: Signature): boolean {
  const scale = Math.max(one.scale, other.scale);
  const [left, right] = [atScale(one, scale), atScale(other, scale)];
  const shared = countShared(left, right);
  if (shared === 0) return false;
  const part = shared * scale >= SHARED_HASHES ? SHARED_OF_LONG : SHARED;
  return shared >= part * Math.max(left.length, right.length);
}

function atScale({ scale, hashes }: Signature, wanted: number): Uint32Array {
  return scale === wanted ? hashes : hashes.filter((hash) => hash % wanted === 0);
}

function countShared(one: Uint32Array, other: Uint32Array): number {
  let count = 0;
  let left = 0;
  let right = 0;
  while (left < one.length && right < other.length) {
    const a = one[left] ?? 0;
    const b = other[right] ?? 0;
    if (a === b) count += 1;
    if (a <= b) left += 1;
    if (b <= a) right += 1;
  }
  return count;
}

/** With a scheme, or a domain and a path. The lengths are limited so that the search stays linear. */
const ADDRESS = /https?:\/\/[!-;=?-~]+|(?<![\w.-])[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\/[!-;=?-~]*/giu;

/** The scheme, case, and a query or fragment make no difference. */
function addressHash(address: string): number {
  const [place = ''] = address
    .toLowerCase()
    .replace(/^https?:\/\//u, '')
    .split(/[^\w./:-]/u);
  const characters = Array.from(place, (character) => character.codePointAt(0) ?? 0);
  return hashOf(characters, 0, characters.length);
}

/** Symbols that stand for a consonant. Those for vowels are not needed. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['$', 's'],
  ['£', 'l'],
  ['¢', 'c'],
  ['¥', 'y'],
]);
const LETTER = /\p{L}/u;
const VOWELS = new Set(Array.from('aeiou', (letter) => letter.codePointAt(0)));
/** Readings below this code point are cached. Beyond it are letters that stand for themselves, such as Chinese ones. */
const TABLE_SIZE = 0x3000;

/** The letters that a character stands for, as code points. Empty: it does not count. */
const cached: (readonly number[] | undefined)[] = Array.from({ length: TABLE_SIZE });

function readingOf(codePoint: number): readonly number[] {
  const known = cached[codePoint];
  if (known !== undefined) return known;
  const reading = read(String.fromCodePoint(codePoint));
  if (codePoint < TABLE_SIZE) cached[codePoint] = reading;
  return reading;
}

function read(character: string): readonly number[] {
  const letters: number[] = [];
  for (const part of character.normalize('NFKD').toLowerCase()) {
    const latin =
      SHAPES.get(part) ?? PAIRS.get(part) ?? LOOKALIKES.get(part) ?? SIGNS.get(part) ?? part;
    if (!LETTER.test(latin)) continue;
    for (const letter of latin) {
      const codePoint = letter.codePointAt(0) ?? 0;
      if (!VOWELS.has(codePoint)) letters.push(codePoint);
    }
  }
  return letters;
}

function lettersOf(text: string): number[] {
  const letters: number[] = [];
  for (const character of text) {
    for (const letter of readingOf(character.codePointAt(0) ?? 0)) {
      if (letters.at(-1) !== letter) letters.push(letter);
    }
  }
  return letters;
}

/** FNV-1a over code points, with murmur3's last step, so that every bit depends on every letter. */
function hashOf(letters: readonly number[], start: number, length: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = start; index < start + length; index += 1) {
    hash = Math.imul(hash ^ (letters[index] ?? 0), 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
