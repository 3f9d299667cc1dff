import { HASH_START, hashStep, hashText } from '../normalise/hash.ts';

/** True if the word is known. */
export type IsWord = (word: string) => boolean;
/** True if the word with this hash matters. Takes a hash because nearly every word of every message is checked. */
export type IsTelling = (hash: number) => boolean;

const PIG_LATIN = /^([a-z]+)ay$/;
/** The letter that pig latin adds before "ay" to a word that starts with a vowel. */
const ADDED = /[wy]$/;
const MAX_MOVED = 3;
const PLAIN_WORD = /(?<![\p{L}\p{N}])[a-z]{3,12}(?![\p{L}\p{N}])/gu;
const SHORTEST_WORD = 3;
const LONGEST_WORD = 12;
const LOWER_CASE = 0x20;
const A = 0x61;
const Z = 0x7a;
const ENDS_IN_AY = /(?<![a-z])[a-z]{2,}ay(?![a-z])/g;
const LETTERS = /[a-z]{2,}/;

/** Replaces words with what a rule reads in them; null if it reads nothing. */
function rewritten(sample: string, read: (word: string) => string | null): string | null {
  const words = sample.toLowerCase().split(/\s+/);
  let changed = 0;
  const text = words
    .map((word) => {
      const plain = read(word.replace(/[.,!?]+$/, ''));
      if (plain !== null) changed += 1;
      return plain ?? word;
    })
    .join(' ');
  return changed > 0 ? text : null;
}

/** The word that a pig latin word stands for. "illway" may be "ill" or "will". */
function unpigged(word: string, isWord: IsWord, prefersAdded: boolean): string | null {
  const stem = PIG_LATIN.exec(word)?.[1];
  if (stem === undefined || stem.length < 2) return null;
  const moved = Array.from({ length: Math.min(MAX_MOVED, stem.length - 1) }, (_, at) => at + 1)
    .toReversed()
    .map((count) => stem.slice(-count) + stem.slice(0, -count));
  const plain = ADDED.test(stem) ? [stem.slice(0, -1)] : [];
  return (prefersAdded ? [...plain, ...moved] : [...moved, ...plain]).find(isWord) ?? null;
}

/** The readings of a text as pig latin. */
export function pigLatin(sample: string, isWord: IsWord): string[] {
  // Most words that end in "ay" are ordinary ones, such as "day".
  if (sample.toLowerCase().match(ENDS_IN_AY)?.every(isWord) !== false) return [];
  const readings = [true, false].map((prefersAdded) =>
    rewritten(sample, (word) => (isWord(word) ? null : unpigged(word, isWord, prefersAdded))),
  );
  return [...new Set(readings.filter((text) => text !== null))];
}

function reverse(word: string): string {
  let reversed = '';
  for (const letter of word) reversed = letter + reversed;
  return reversed;
}

/** True if the text has a word that matters when read backwards, which is rare. */
function mayTellBackwards(sample: string, isTelling: IsTelling): boolean {
  let hash = HASH_START;
  let length = 0;
  for (let at = sample.length - 1; at >= -1; at -= 1) {
    const unit = at === -1 ? 0 : sample.charCodeAt(at) | LOWER_CASE;
    if (unit >= A && unit <= Z) {
      hash = hashStep(hash, unit);
      length += 1;
    } else {
      if (length >= SHORTEST_WORD && length <= LONGEST_WORD && isTelling(hash)) return true;
      hash = HASH_START;
      length = 0;
    }
  }
  return false;
}

/** The text with its unknown words reversed where that makes them known, if one of the reversed words matters. */
export function tellingBackwards(
  sample: string,
  isWord: IsWord,
  isTelling: IsTelling,
): string | null {
  if (!mayTellBackwards(sample, isTelling)) return null;
  let isAnyTelling = false;
  const text = sample.toLowerCase().replace(PLAIN_WORD, (word) => {
    if (isWord(word)) return word;
    const plain = reverse(word);
    if (isTelling(hashText(plain))) isAnyTelling = true;
    return isWord(plain) ? plain : word;
  });
  return isAnyTelling ? text : null;
}

/** A text is read backwards only if at most this share of its words is known. */
export const BACKWARDS_KNOWN = 0.6;

/** The text read backwards, if that turns at least two unknown words, and at least half of all words, into known ones. */
export function backwards(sample: string, isWord: IsWord): string[] {
  const words = sample
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const turned = words.map(reverse);
  const isFound = (word: string, at: number): boolean =>
    LETTERS.test(word) && !isWord(words[at] ?? '') && isWord(word);
  const found = turned.filter(isFound).length;
  if (found < 2 || found * 2 < words.length) return [];
  return [turned.toReversed().join(' '), turned.join(' ')];
}
