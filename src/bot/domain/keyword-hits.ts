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
  /** Records that the hit's alert belongs to a case from now on. */
  claim(eventId: string): Promise<void>;
  /** Removes the texts of an author's messages, but not the hits. Resolves to the number of hits. */
  forgetTexts(guildId: string, authorId: string): Promise<number>;
}
