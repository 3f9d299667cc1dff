import type { TaggingPlaces } from './ports.ts';

/** A tagging session the bot started for a server. */
export interface StartedTagging {
  /** The session's name at the service; made by the bot, so it is nobody else's. */
  readonly convoId: string;
  readonly guildId: string;
  /** Where it was started. */
  readonly channelId: string;
  readonly userId: string;
  /** What people know the media by. Not its address: that may be signed, and then opens it to anybody. */
  readonly title: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
}

/** The tagging sessions of the last 30 days, which is as long as the service keeps them. */
export interface TaggingSessions extends TaggingPlaces {
  /** Stores the session, and the author key encrypted. */
  add(session: StartedTagging, authorKey: string): Promise<void>;
  remove(session: StartedTagging): Promise<void>;
  /** Null where no such session was started in that server. */
  get(guildId: string, convoId: string): Promise<StartedTagging | null>;
  /** The newest first. */
  list(guildId: string): Promise<StartedTagging[]>;
  /** Null where it cannot be read any more: the file with the bot's key is another one. */
  authorKey(session: StartedTagging): Promise<string | null>;
}
