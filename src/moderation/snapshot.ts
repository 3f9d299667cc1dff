/** What kind of text a part of a message is. */
export type PartKind =
  | 'content'
  | 'forwarded'
  | 'embed'
  | 'component'
  | 'poll'
  | 'attachment'
  | 'sticker'
  | 'thread title';

export interface Part {
  readonly kind: PartKind;
  readonly text: string;
}

/**
 * How an author stands in the guild. Owners and moderators (anyone who holds a moderating permission)
 * are never punished automatically.
 */
export type Standing = 'member' | 'moderator' | 'owner';

/** Who wrote a message: a person, this bot itself, another bot, a webhook, or Discord (joins, boosts, pins). */
export type AuthorKind = 'person' | 'self' | 'bot' | 'webhook' | 'system';

export interface Author {
  readonly id: string;
  /** The name to show to moderators. */
  readonly name: string;
  readonly kind: AuthorKind;
  readonly standing: Standing;
  readonly roleIds: readonly string[];
}

/** A guild message as plain data: all that is needed to judge it, nothing that belongs to discord.js. */
export interface Snapshot {
  readonly messageId: string;
  readonly guildId: string;
  readonly channelId: string;
  /** The channels round it, nearest first: a thread's parent, a category. An exemption of any of them counts. */
  readonly parentIds: readonly string[];
  readonly author: Author;
  /** Everything in the message that people can read, in reading order; no part is empty. */
  readonly parts: readonly Part[];
  /** When it was last edited, in milliseconds since the Unix epoch; null for a message as first sent. */
  readonly editedAt: number | null;
}
