import type { ModeratorRef } from './case.ts';

/*
 * Keywords belong to the bot's account at the service: it knows one list for all servers. Which server wants which keyword
 * is remembered here.
 */

/** Of one server, so that one cannot use up what the service grants the account. */
export const MAX_KEYWORDS = 1000;
/** In UTF-16 units; the embedded service takes no longer ones. */
export const MAX_KEYWORD_LENGTH = 100;

/** A keyword as a server registered it. */
export interface Keyword {
  readonly text: string;
  readonly by: ModeratorRef;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** What the servers have registered. */
export interface Keywords {
  /** Those of a server, in alphabetical order. */
  list(guildId: string): Promise<Keyword[]>;
  /** However it is written. */
  find(guildId: string, text: string): Promise<Keyword | null>;
  add(guildId: string, keyword: Keyword): Promise<void>;
  remove(guildId: string, text: string): Promise<void>;
  /** Whether another server has it, so that it must stay registered at the service. */
  isWantedElsewhere(guildId: string, text: string): Promise<boolean>;
  /** Runs what is done about a keyword, here and at the service, one after the other, whichever server it is for. */
  inTurn<T>(text: string, work: () => Promise<T>): Promise<T>;
}

/** What whoever posts keyword alerts asks. */
export interface KeywordRegistry {
  /**
   * Whether a server is to hear of a keyword found in it: when it registered it, or when no server did (the operator has,
   * at the service itself). Never of what only another server registered: that would tell it what they look for.
   */
  isWanted(guildId: string, text: string): Promise<boolean>;
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}]/gu;
/** Marks that belong to no script, save for the kana's, which make another letter. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}/gu;

/** Two that come out the same are one keyword: case, compatibility forms, accents and what is invisible do not count. */
export function foldKeyword(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
