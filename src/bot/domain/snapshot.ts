/** The kind of text in a part of a message. */
export type PartKind =
  | 'content'
  | 'forwarded'
  | 'embed'
  | 'component'
  | 'poll'
  | 'attachment'
  | 'file'
  | 'sticker'
  | 'thread title'
  | 'name'
  | 'stage'
  | 'event';

export interface Part {
  readonly kind: PartKind;
  readonly text: string;
}

/** An attached text file, such as the `message.txt` that Discord makes of a long text. */
export interface TextFile {
  /** Unique in the message. */
  readonly id: string;
  readonly url: string;
  /** False: neither its type nor its name tells, so its content decides. */
  readonly isCertain: boolean;
}

/** A voice message, or an attached audio or video file. */
export interface Recording {
  /** Unique across all messages. */
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly bytes: number;
  /** Null: Discord gives no length. */
  readonly seconds: number | null;
}

/** A picture that Discord shows with a message. */
export interface Picture {
  /** At Discord, which also serves copies of pictures from other websites. */
  readonly url: string;
}

/**
 * The origin of a text: a message, the title of a thread or forum post, a member's nickname or account name, the topic of a
 * stage, a scheduled event.
 */
export const SUBJECTS = ['message', 'title', 'nickname', 'name', 'stage', 'event'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The first message of a forum post has the post's id. */
export function isForumPostStarter({
  channelId,
  messageId,
}: {
  readonly channelId: string;
  readonly messageId: string;
}): boolean {
  return channelId === messageId;
}

/** In place of a message's id. A forum post has the id of its first message, so ids alone do not tell them apart. */
export function subjectId(subject: Exclude<Subject, 'message'>, id: string): string {
  return `${subject === 'nickname' ? 'name' : subject}:${id}`;
}

/** The author's rank in the server. Owners and members with a moderating permission are never punished automatically. */
export type AuthorRank = 'member' | 'moderator' | 'owner';

/**
 * The author of a text: a person, this bot itself, another bot, a webhook, or Discord (joins, boosts, pins). `unknown`: Discord does
 * not say, as with renamed threads; id and name are empty.
 */
export type AuthorKind = 'person' | 'self' | 'bot' | 'webhook' | 'system' | 'unknown';

export interface Author {
  readonly id: string;
  /** The name to show to moderators. */
  readonly name: string;
  readonly kind: AuthorKind;
  readonly rank: AuthorRank;
  readonly roleIds: readonly string[];
  /** The id of the member who used the app that wrote this reply; null: not such a reply. */
  readonly usedBy: string | null;
  /** When they joined the server, in milliseconds since the Unix epoch; null: no member, or Discord does not say. */
  readonly joinedAt: number | null;
}

/** How and where a message was posted, to find copies of it. */
export interface Posting {
  /** The channel; of a thread its channel. */
  readonly placeId: string;
  /** It replies to a message, or mentions a member. */
  readonly isAnswer: boolean;
  /** Identifies each picture and video of the message and of what it forwards: name, type, bytes and dimensions. */
  readonly pictures: readonly string[];
}

/** A message or another text as plain data: everything needed to judge it, and nothing of discord.js. */
export interface Snapshot {
  readonly subject: Subject;
  /** For another subject than a message: see `subjectId`. */
  readonly messageId: string;
  readonly guildId: string;
  /** Empty for what belongs to no channel, such as a name. */
  readonly channelId: string;
  /** The channel's parents, nearest first: a thread's parent, a category. An exemption of any of them counts. */
  readonly parentIds: readonly string[];
  /** Discord shows the channel only to adults. */
  readonly isAgeRestricted: boolean;
  readonly author: Author;
  /** Every readable text of the message, in reading order; no part is empty. */
  readonly parts: readonly Part[];
  /** The text files of the message. Their texts become parts when the message is judged. */
  readonly files: readonly TextFile[];
  /** Checked after the text, if the server wants it. */
  readonly recordings: readonly Recording[];
  /** Null: no message. */
  readonly posting: Posting | null;
  /** Compared with the server's blocked pictures, after the text. */
  readonly pictures: readonly Picture[];
  /** The message before it in its channel, when it arrived; null: unknown, or no message. */
  readonly previousMessageId: string | null;
  /** The thread whose start Discord announces by this message, by id; null: another message. */
  readonly announcedThreadId: string | null;
  /** The time of the last edit, in milliseconds since the Unix epoch; null: never edited. Of other subjects: when they changed. */
  readonly editedAt: number | null;
}

/** A message that the bot has to read again. */
export type MissedMessage = Pick<Snapshot, 'guildId' | 'channelId' | 'messageId' | 'editedAt'>;
