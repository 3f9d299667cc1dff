import type { ModeratorRef } from '../moderator.ts';
import type { WordMatcher } from './word-matcher.ts';
import type { WordPattern } from './word-pattern.ts';

/** `blocked`: what a server wants no message to contain. `allowed`: what does not count against a message. */
export const WORD_LISTS = ['blocked', 'allowed'] as const;
export type WordList = (typeof WORD_LISTS)[number];

/** Per list, as in a rule of Discord's AutoMod. */
export const MAX_WORDS = 1000;

export interface ListedWord extends WordPattern {
  readonly list: WordList;
  readonly by: ModeratorRef;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

export interface AddedWords {
  readonly added: readonly WordPattern[];
  /** Words that are listed already, with their list. */
  readonly existing: readonly ListedWord[];
  /** How many were left out because the list is full. */
  readonly leftOut: number;
}

/** The blocked and allowed words of all servers. A word is on one list. */
export interface ServerWords {
  matcher(guildId: string): Promise<WordMatcher>;
  /** In alphabetical order. */
  list(guildId: string): Promise<readonly ListedWord[]>;
  /** Adds the words that are on no list yet, as far as there is room. */
  add(
    guildId: string,
    addition: {
      readonly list: WordList;
      readonly words: readonly WordPattern[];
      readonly by: ModeratorRef;
      readonly at: number;
    },
  ): Promise<AddedWords>;
  /** Resolves to the word that was removed; null: it is on no list. */
  remove(guildId: string, word: WordPattern): Promise<ListedWord | null>;
}
