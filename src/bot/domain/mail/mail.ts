import { z } from 'zod';
import type { MessageRef } from '../case.ts';
import type { ModeratorRef } from '../moderator.ts';

/*
 * Mail is what members and moderators of a server write to each other through the bot: members in their direct messages with
 * the bot, moderators in a thread. A member has one conversation with a server.
 */

/** A link to a file of a message. Nothing of the file is stored. */
export const mailFileSchema = z.object({ name: z.string(), url: z.string() });
export type MailFile = z.infer<typeof mailFileSchema>;

export interface Conversation {
  readonly guildId: string;
  readonly memberId: string;
  readonly memberName: string;
  /** When it was opened, or opened again (Unix epoch, milliseconds). */
  readonly openedAt: number;
  /** Null: it is open. */
  readonly closed: { readonly byId: string; readonly at: number; readonly note: string } | null;
  /** The moderator who keeps the member from writing; null: nobody does. */
  readonly blockedById: string | null;
  /** Null: the bot does not know it yet. */
  readonly dmChannelId: string | null;
  /** The latest message that the bot has seen there, by id. */
  readonly dmSeenId: string | null;
  /** The moderators' post. Its thread has its id. */
  readonly post: MessageRef | null;
  readonly threadSeenId: string | null;
}

/**
 * `member`: to the moderators. `answer`: to the member. `closed`: tells the member that the conversation is closed. `delayed`:
 * tells the member that the moderators cannot get the message yet.
 * `undelivered`: tells the moderators that an answer, or the closing, did not reach the member.
 */
export const entryKinds = ['member', 'answer', 'closed', 'delayed', 'undelivered'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Whether an entry is delivered to the member, by direct message. Others go to the thread. */
export function isForMember({ kind }: Pick<MailEntry, 'kind'>): boolean {
  return kind === 'answer' || kind === 'closed' || kind === 'delayed';
}

/** A message of the conversation, or the bot's remark about one. */
export interface MailEntry {
  readonly guildId: string;
  /** The id of the message or interaction it comes from; `closed:<interaction>`, `delayed:<member>:<time>`,
   * `undelivered:<entry>`. */
  readonly id: string;
  readonly memberId: string;
  readonly kind: EntryKind;
  readonly byId: string;
  readonly text: string;
  readonly files: readonly MailFile[];
  /** The text before the first edit; null: not edited. */
  readonly before: string | null;
  readonly isDeleted: boolean;
  /** `read`: the member has read with the button what Discord did not deliver. */
  readonly delivery: 'waiting' | 'done' | 'refused' | 'read';
  /** Milliseconds since the Unix epoch. */
  readonly writtenAt: number;
}

export function undeliveredId(entryId: string): string {
  return `undelivered:${entryId}`;
}

export function undeliveredEntryOf(undelivered: string): string {
  return undelivered.replace(/^undelivered:/, '');
}

/** A message of a direct message channel or of a thread. */
export interface WrittenMessage {
  readonly id: string;
  readonly channelId: string;
  readonly by: ModeratorRef;
  readonly text: string;
  readonly files: readonly MailFile[];
  /** The custom ids of the buttons of the message it replies to. */
  readonly repliesTo: readonly string[];
}

/** A message that the bot passes on. */
export interface NewMail extends Pick<WrittenMessage, 'id' | 'by' | 'text' | 'files'> {
  readonly guildId: string;
  /** The direct message channel or the thread; null: written in a form. */
  readonly channelId: string | null;
}

/** Stores mail. Every write asks for the posts that show it. */
export interface MailStore {
  /** The channel for the posts about members' messages; null: the server takes none. */
  channel(guildId: string): Promise<string | null>;
  setChannel(guildId: string, channelId: string | null): Promise<void>;
  /** The first `limit` servers that take messages. */
  servers(limit: number): Promise<string[]>;
  get(guildId: string, memberId: string): Promise<Conversation | null>;
  ofThread(guildId: string, threadId: string): Promise<Conversation | null>;
  /** A member's conversations with all servers. */
  ofMember(memberId: string): Promise<Conversation[]>;
  ofServer(guildId: string): Promise<Conversation[]>;
  /** Opens the conversation, again if it was closed. False: the message is stored already. */
  fromMember(mail: NewMail): Promise<boolean>;
  fromModerator(mail: NewMail, memberId: string): Promise<boolean>;
  entry(guildId: string, id: string): Promise<MailEntry | null>;
  /** The servers that a message was passed on to. */
  serversOf(entryId: string): Promise<string[]>;
  change(guildId: string, id: string, now: Pick<WrittenMessage, 'text' | 'files'>): Promise<void>;
  markDeleted(guildId: string, id: string): Promise<void>;
  /** False: it is closed already, or there is none. */
  close(
    guildId: string,
    memberId: string,
    by: { readonly id: string; readonly note: string; readonly interactionId: string },
  ): Promise<boolean>;
  /** Null: the member may write again. False: there is no such conversation. */
  setBlocked(guildId: string, memberId: string, byId: string | null): Promise<boolean>;
  hasUndelivered(guildId: string, memberId: string): Promise<boolean>;
  /** What did not reach the member, oldest first. It counts as read, and can be taken again until `settleRead`. */
  takeUndelivered(guildId: string, memberId: string): Promise<MailEntry[]>;
  settleRead(guildId: string, memberId: string): Promise<void>;
  /** How many messages a member has written since a time (Unix epoch, milliseconds). */
  countSince(guildId: string, memberId: string, sinceMs: number): Promise<number>;
  /** The moderators' post was deleted: asks for another one, with a new thread. */
  replacePost(conversation: Conversation): Promise<void>;
  /** Notes that a direct message was handled, whatever became of it. */
  seenDirect(memberId: string, messageId: string): Promise<void>;
}

/** `off`: the server takes no messages. `gone`: the message was deleted before. */
export type WriteResult = 'sent' | 'off' | 'blocked' | 'too many' | 'gone';

/** What commands and buttons do with mail. */
export interface MailControl {
  channel(guildId: string): Promise<string | null>;
  setChannel(guildId: string, channelId: string | null): Promise<void>;
  write(mail: NewMail): Promise<WriteResult>;
  /** Passes on a member's direct messages from one on. Throws when Discord does not answer. */
  writeFrom(
    guildId: string,
    by: ModeratorRef,
    from: { readonly channelId: string; readonly messageId: string },
  ): Promise<WriteResult>;
  /** Whether the member may write. */
  open(
    guildId: string,
    memberId: string,
  ): Promise<{
    readonly state: 'possible' | 'off' | 'blocked';
    /** Something could not be delivered to them. */
    readonly hasUnread: boolean;
  }>;
  /** What could not be delivered, oldest first. The moderators learn that the member reads it. */
  takeUnread: MailStore['takeUndelivered'];
  settleRead: MailStore['settleRead'];
  close: MailStore['close'];
  setBlocked: MailStore['setBlocked'];
}
