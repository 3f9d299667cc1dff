import type { ServerWords } from '../../src/bot/domain/words/server-words.ts';
import {
  createWordMatcher,
  NO_WORDS,
  type WordMatcher,
} from '../../src/bot/domain/words/word-matcher.ts';
import { parseWord, type WordPattern } from '../../src/bot/domain/words/word-pattern.ts';

/** Servers without words. */
export const noWords: Pick<ServerWords, 'matcher'> = { matcher: () => Promise.resolve(NO_WORDS) };

/** Parses a word that a list can contain. */
export function wordOf(text: string): WordPattern {
  const word = parseWord(text);
  if (typeof word === 'string') throw new Error(`“${text}” is no word: ${word}.`);
  return word;
}

export function matcherOf({
  blocked = [],
  allowed = [],
}: {
  readonly blocked?: readonly string[];
  readonly allowed?: readonly string[];
}): WordMatcher {
  return createWordMatcher({ blocked: blocked.map(wordOf), allowed: allowed.map(wordOf) });
}
