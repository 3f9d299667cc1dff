/*
 * Other readings of a text that hides its words from the normaliser as a whole: turned upside down, encoded, reversed,
 * or moved by a rule. Each is only tried if the text looks like it.
 */

/** Longer texts aren't hidden this way, and reading them twice would be expensive. */
const MAX_LENGTH = 400;
const MAX_READINGS = 3;

/** Letters turned upside down, and the letters they stand for. */
const TURNED: ReadonlyMap<string, string> = new Map(
  Array.from('ɐqɔpǝɟƃɓɥᴉıɾʞlɯuodbɹsʇnʌʍxʎz', (shape, at) => [
    shape,
    'abcdefgghiijklmnopqrstuvwxyz'[at] ?? '',
  ]),
);
/** Turned letters that aren't also ordinary ones. */
const CLEARLY_TURNED = /[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ]/gu;
const MIN_TURNED = 3;

const BASE64 =
  /(?<![\w+/=])(?=[A-Za-z+/]*\d|[A-Za-z]*[A-Z][a-z]*[A-Z]|[a-z]+[A-Z])[A-Za-z0-9+/]{8,}={0,2}(?![\w+/=])/g;
const HEX = /(?<!\w)(?:0x)?(?:[0-9a-f]{2}[ :]?){4,}(?!\w)/gi;
const READABLE = /^[\p{L}\p{N}\p{P}\p{Zs}]+$/u;
/** Mostly letters and spaces, as words are. */
const WORDY = /^(?=.*[a-z]{2})[a-z' .,!?]+$/i;

const PIG_LATIN = /^([a-z]+)ay$/;
const MAX_MOVED = 3;
const PLAIN_WORD = /^[a-z]{3,12}$/;
/** Emoji with a letter as their name: `<:letter_f:1>`, `:regional_indicator_f:`. */
const LETTER_EMOJI =
  /<a?:(?:[a-z]+_){0,3}([a-z])(?:_[a-z]+)?\d{0,2}:\d{1,20}>|:regional_indicator_([a-z]):/gi;
const MIN_LETTER_EMOJI = 3;
/** Marks where a letter emoji was, until they are joined. */
const JOINT = '\u2063';

/** Whether a word is known, by its letters. */
export type IsWord = (word: string) => boolean;

function turned(sample: string): string | null {
  const clear = sample.match(CLEARLY_TURNED)?.length ?? 0;
  if (clear < MIN_TURNED) return null;
  return Array.from(sample.toLowerCase(), (letter) => TURNED.get(letter) ?? letter)
    .reverse()
    .join('');
}

function decoded(sample: string): string | null {
  let found = false;
  const decode = (text: string, encoding: 'base64' | 'hex'): string => {
    const bytes = encoding === 'hex' ? text.replace(/^0x|[ :]/gi, '') : text;
    const plain = Buffer.from(bytes, encoding).toString('utf8');
    if (!READABLE.test(plain) || !WORDY.test(plain)) return text;
    found = true;
    return ` ${plain} `;
  };
  const text = sample
    .replace(HEX, (match) => decode(match.trim(), 'hex'))
    .replace(BASE64, (match) => decode(match, 'base64'));
  return found ? text : null;
}

function unpigged(word: string, isWord: IsWord): string | null {
  const stem = PIG_LATIN.exec(word)?.[1];
  if (stem === undefined || stem.length < 2) return null;
  const candidates = Array.from({ length: MAX_MOVED }, (_, index) => index + 1)
    .filter((moved) => moved < stem.length)
    .map((moved) => stem.slice(-moved) + stem.slice(0, -moved));
  const plain = /[wy]$/.test(stem) ? [stem.slice(0, -1)] : [];
  return [...plain, ...candidates].find(isWord) ?? null;
}

/** Replaces words by what a rule reads in them, if it changes at least half of the words that aren't known. */
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

const reverse = (word: string): string => Array.from(word).reverse().join('');

function spelledWithEmoji(sample: string): string | null {
  if ((sample.match(LETTER_EMOJI)?.length ?? 0) < MIN_LETTER_EMOJI) return null;
  return sample
    .replace(
      LETTER_EMOJI,
      (_, custom?: string, indicator?: string) => `${JOINT}${custom ?? indicator ?? ''}`,
    )
    .replace(/\u2063([a-z])\s?(?=\u2063|$)/gi, '$1')
    .replaceAll(JOINT, '');
}

/** Cheap tests that most texts fail. */
const MAY_BE_TURNED = /[\u0250-\u029f]/;
const MAY_BE_ENCODED = /[\w+/]{8}|(?:[0-9a-f]{2}[ :]){4}/i;
const MAY_BE_PIG_LATIN = /ay\b/i;

export interface WordKnowledge {
  /** A word of the vocabulary. */
  isWord: IsWord;
  /** A word that matters: reading a word backwards is only worth it for these. */
  isTelling: IsWord;
}

/** Other texts that the sample may stand for, at most three. `hasUnknown`: whether it has unknown words. */
export function otherReadings(
  sample: string,
  { isWord, isTelling, hasUnknown }: WordKnowledge & { hasUnknown: boolean },
): string[] {
  if (sample.length > MAX_LENGTH) return [];
  const emoji = sample.includes(':') ? spelledWithEmoji(sample) : null;
  if (!hasUnknown) return emoji === null ? [] : [emoji];
  const pigLatin = MAY_BE_PIG_LATIN.test(sample)
    ? rewritten(sample, (word) => (isWord(word) ? null : unpigged(word, isWord)))
    : null;
  const hasTelling = sample
    .toLowerCase()
    .split(/\s+/)
    .some((word) => PLAIN_WORD.test(word) && !isWord(word) && isTelling(reverse(word)));
  const backwards = rewritten(sample, (word) => {
    if (!PLAIN_WORD.test(word) || isWord(word)) return null;
    const plain = reverse(word);
    return isTelling(plain) || (hasTelling && isWord(plain)) ? plain : null;
  });
  return [
    MAY_BE_TURNED.test(sample) ? turned(sample) : null,
    MAY_BE_ENCODED.test(sample) ? decoded(sample) : null,
    emoji,
    pigLatin,
    backwards,
  ]
    .filter((text) => text !== null)
    .slice(0, MAX_READINGS);
}
