import { normaliseKeyword, normaliseText } from '../../../shared/keywords/normalise.ts';

/* A word of a server's lists: `word`, `word*`, `*word` or `*word*`. There are no regular expressions. */

/** Discord's AutoMod has the same limit, so every word can be exported. In UTF-16 units, wildcards included. */
export const MAX_WORD_LENGTH = 60;
/** A single letter would match nearly every message. */
export const MIN_LETTERS = 2;
/** Shorter parts of words would match nearly everything, too. */
export const MIN_LETTERS_WITH_WILDCARD = 3;

export interface WordPattern {
  /** The entered spelling. */
  readonly text: string;
  /** Without wildcards. */
  readonly normalised: string;
  readonly startsAnywhere: boolean;
  readonly endsAnywhere: boolean;
}

export type WordProblem = 'empty' | 'tooLong' | 'tooShort' | 'wildcardInside';

/** Ids and timestamps are not words, neither in a text nor on a list. Names of emojis are. */
const MARKUP =
  /<(?:@[!&]?|#)\d{1,20}>|<\/[^:>]{1,100}:\d{1,20}>|<t:-?\d{1,20}(?::[a-zA-Z])?>|<id:\w{1,20}>|@(?:everyone|here)\b|(?<=<a?:\w{1,32}:)\d{1,20}(?=>)/g;

/** Blanks what mentions somebody or something. Positions stay the same. */
export function withoutMentions(text: string): string {
  return text.replace(MARKUP, (markup) => ' '.repeat(markup.length));
}

const WILDCARD = '*';
/** Something to read; a word of punctuation alone would match nearly every message. */
const READABLE = /[\p{L}\p{N}\p{S}]/u;

export function parseWord(entered: string): WordPattern | WordProblem {
  const text = entered.replaceAll(/\s+/gu, ' ').trim();
  // Bounds the work on a long text; the length counts before anything invisible is removed.
  if (text.length > MAX_WORD_LENGTH) return 'tooLong';
  const form = normaliseKeyword(withoutMentions(text));
  const startsAnywhere = form.startsWith(WILDCARD);
  const endsAnywhere = form.length > 1 && form.endsWith(WILDCARD);
  const normalised = form.replace(/^\*+/, '').replace(/\*+$/, '').trim();
  if (!READABLE.test(normalised)) return 'empty';
  if (normalised.includes(WILDCARD)) return 'wildcardInside';
  const least = startsAnywhere || endsAnywhere ? MIN_LETTERS_WITH_WILDCARD : MIN_LETTERS;
  if (weightOf(normalised) < least) return 'tooShort';
  return { text, normalised, startsAnywhere, endsAnywhere };
}

/** A symbol or an ideograph says as much as a word. */
const MEANINGFUL = /[\p{S}\p{Script=Han}]/u;

/**
 * The number of letters and digits; the highest number for whole words. In a script without spaces, two letters may be a
 * word, and they always match inside words, so a wildcard changes nothing.
 */
function weightOf(normalised: string): number {
  if (MEANINGFUL.test(normalised)) return Number.MAX_SAFE_INTEGER;
  const characters = Array.from(normalised).filter((character) => READABLE.test(character));
  const isUnspaced = characters.some((character) => normaliseText(character).inWord[0] !== true);
  return isUnspaced && characters.length >= MIN_LETTERS
    ? Number.MAX_SAFE_INTEGER
    : characters.length;
}

/** Words with the same key match the same texts. */
export function wordKey({ normalised, startsAnywhere, endsAnywhere }: WordPattern): string {
  return `${startsAnywhere ? WILDCARD : ''}${normalised}${endsAnywhere ? WILDCARD : ''}`;
}
