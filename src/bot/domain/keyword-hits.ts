import type { MessageRef } from './case.ts';

/** A keyword found in a message. */
export interface KeywordHit {
  readonly eventId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
  /** In the order they were reported, each by an event of its own. */
  readonly keywords: readonly string[];
  /** The message's text, if the event contained it. */
  readonly text: string | null;
}

/** The message of a keyword hit. */
export type HitMessage = Omit<KeywordHit, 'eventId' | 'keywords' | 'text'>;

/** A hit whose alert is posted and belongs to no case. */
export interface AlertedHit extends KeywordHit {
  readonly alert: MessageRef;
}

/** Keyword hits by event, kept as long as the server keeps texts. */
export interface KeywordHits {
  get(eventId: string): Promise<KeywordHit | null>;
  /** The latest hit in a message, if its alert is posted and belongs to no case. */
  ofMessage(guildId: string, messageId: string): Promise<AlertedHit | null>;
  /** Adds a keyword to a hit; null: there is no such hit. */
  addKeyword(eventId: string, keyword: string): Promise<KeywordHit | null>;
  /** Records that the hit's alert belongs to a case from now on. */
  claim(eventId: string): Promise<void>;
  /** Removes the texts of an author's messages, but not the hits. Resolves to the number of hits. */
  forgetTexts(guildId: string, authorId: string): Promise<number>;
}

/**
 * Shows a keyword found in a message on the alert of the message's case: one that is to be posted, or was posted recently.
 * `channelId`: where a keyword alert would go. Resolves to false if moderators need a keyword alert. Safe to repeat.
 */
export type JoinKeywordHit = (hit: {
  readonly guildId: string;
  readonly messageId: string;
  readonly keyword: string;
  readonly channelId: string;
}) => Promise<boolean>;
