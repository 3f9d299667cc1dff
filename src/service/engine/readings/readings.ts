/*
 * Other readings of a text that hides its words from the normaliser as a whole: turned upside down, encoded, drawn with other
 * signs, reversed, or shifted by a rule. Each is tried only if the text looks like it.
 */

import { decoded, mayBeEncoded } from './decoded.ts';
import { spelledWithEmoji } from './letter-emoji.ts';
import { plainSymbols } from './mixed-symbols.ts';
import {
  backwards,
  BACKWARDS_KNOWN,
  pigLatin,
  tellingBackwards,
  type IsTelling,
  type IsWord,
} from './moved-letters.ts';
import { turned } from './turned.ts';

/** Longer texts aren't hidden this way, and reading them twice would be expensive. */
const MAX_LENGTH = 400;
/** Higher, because an emoji takes up to thirty characters per letter. */
const MAX_EMOJI_LENGTH = 2_000;
const MAX_READINGS = 4;
const NONE: readonly string[] = [];

/** Cheap tests that most texts fail. */
const BEYOND_ASCII = /[\u0080-\uffff]/;
const MAY_BE_TURNED = /[\u0250-\u029f]/;
const MAY_BE_PIG_LATIN = /ay\b/i;
const MAY_BE_DRAWN = /[\u00a2-\u02af\u0370-\u058f\u0e01-\u0e2e\u10d0-\u10ff\u20a0-\u23ff]/;
/** Without ASCII letters, nothing can be moved or turned, and only other signs can be drawn for letters. */
const HAS_ASCII_LETTERS = /[A-Za-z]/;
const HAS_LETTERS = /[a-z\u0250-\u029f¢£¥©®×ƒ§†\u20a0-\u20bf∂∆√]/i;
const LETTER_EMOJI_START = /<a?:|:reg/;

export interface WordKnowledge {
  /** True for a word of the vocabulary. */
  isWord: IsWord;
  /** True for a word that matters: only these are worth reading a word backwards. */
  isTelling: IsTelling;
}

/** Other texts that the sample may stand for, at most four. `knownShare`: the share of its words that are known. */
export function otherReadings(
  sample: string,
  { isWord, isTelling }: WordKnowledge,
  knownShare: number,
): readonly string[] {
  if (sample.length > MAX_EMOJI_LENGTH) return NONE;
  const emoji = LETTER_EMOJI_START.test(sample) ? spelledWithEmoji(sample) : null;
  if (sample.length > MAX_LENGTH) return emoji === null ? NONE : [emoji];
  const isAscii = !BEYOND_ASCII.test(sample);
  const plain = mayBeEncoded(sample) ? decoded(sample) : null;
  const upright = !isAscii && MAY_BE_TURNED.test(sample) ? turned(sample) : null;
  const mayBeMoved = knownShare < 1 && (isAscii ? HAS_ASCII_LETTERS : HAS_LETTERS).test(sample);
  if (!mayBeMoved && emoji === null && plain === null && upright === null) return NONE;
  const moved = mayBeMoved
    ? [
        !isAscii && MAY_BE_DRAWN.test(sample) ? plainSymbols(sample, isWord) : null,
        ...(MAY_BE_PIG_LATIN.test(sample) ? pigLatin(sample, isWord) : []),
        tellingBackwards(sample, isWord, isTelling),
        ...(knownShare <= BACKWARDS_KNOWN ? backwards(sample, isWord) : []),
      ]
    : [];
  return [emoji, plain, upright, ...moved].filter((text) => text !== null).slice(0, MAX_READINGS);
}
