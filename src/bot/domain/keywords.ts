import type { ModeratorRef } from './moderator.ts';

/*
 * The service has one list of keywords for the whole account. Which server registered which keyword is stored here.
 */

/** Per server, so that one server cannot use up the account's limit at the service. */
export const MAX_KEYWORDS = 1000;
/** In UTF-16 units. The embedded service rejects longer keywords. */
export const MAX_KEYWORD_LENGTH = 100;

/** A keyword that a server registered. */
export interface Keyword {
  readonly text: string;
  readonly by: ModeratorRef;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The registered keywords of all servers. */
export interface Keywords {
  /** A server's keywords in alphabetical order. */
  list(guildId: string): Promise<Keyword[]>;
  /** Finds any spelling that `foldKeyword` treats as the same. */
  find(guildId: string, text: string): Promise<Keyword | null>;
  add(guildId: string, keyword: Keyword): Promise<void>;
  remove(guildId: string, text: string): Promise<void>;
  /** Whether another server registered the keyword too, so that it must stay registered at the service. */
  isWantedElsewhere(guildId: string, text: string): Promise<boolean>;
  /** Whether any server registered the keyword. */
  isWantedByAny(text: string): Promise<boolean>;
  /** Serializes changes to a keyword across all servers, here and at the service. */
  withLock<T>(text: string, work: () => Promise<T>): Promise<T>;
}

/** Decides which servers get alerts about a keyword. */
export interface KeywordRegistry {
  /**
   * True if the server registered the keyword, or if no server did (the operator registered it at the service). False
   * if only another server did: an alert would reveal what that server looks for.
   */
  isWanted(guildId: string, text: string): Promise<boolean>;
  /** Whether any server registered the keyword. */
  isWantedByAny(text: string): Promise<boolean>;
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}]/gu;
/** Combining marks of no script, except the kana voicing marks, which make a different letter. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}/gu;

/** Keywords with the same result are the same: case, compatibility forms, accents and invisible characters are ignored. */
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
