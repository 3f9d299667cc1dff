import type { MessageLogSettings } from './policy/policy.ts';
import type { PartKind, Snapshot } from './snapshot.ts';

/* The message log: deleted and edited messages of members, for moderators. Discord does not send the text of a deleted message. */

/** A message as it was last seen. */
export interface SeenMessage {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
  readonly author: { readonly id: string; readonly name: string };
  readonly text: string;
  /** The time of the last edit (Unix epoch, milliseconds); 0: never. */
  readonly editedAt: number;
  /** It was edited just now, so an edit is news even if nobody knows the text before. */
  readonly isFreshEdit: boolean;
  readonly seenAt: number;
  readonly expiresAt: number;
}

export interface DeletedMessages {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageIds: readonly string[];
  /** All at once, which only moderators and bots can do. */
  readonly isBulk: boolean;
}

/** A deletion or an edit. */
export interface LogEntry {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
  /** `bulk`: deleted with others at once. */
  readonly kind: 'deleted' | 'bulk' | 'edited';
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Null: its text was not kept, so its author is not known either. */
  readonly author: { readonly id: string; readonly name: string } | null;
  readonly before: string | null;
  /** Null: it was deleted. */
  readonly after: string | null;
}

/** Link previews, which are embeds, come and go without an edit. */
const WRITTEN: ReadonlySet<PartKind> = new Set([
  'content',
  'forwarded',
  'poll',
  'attachment',
  'sticker',
  'thread title',
]);

/** What a member wrote, with the names of files; empty: nothing that could be shown. */
export function writtenText({ parts }: Pick<Snapshot, 'parts'>): string {
  return parts
    .filter(({ kind }) => WRITTEN.has(kind))
    .map(({ kind, text }) => (kind === 'attachment' ? `📎 ${text}` : text))
    .join('\n');
}

/** What the settings say about a channel; null: nothing. `channelIds`: the channel and its parents, nearest first. */
export function choiceFor(
  { excludedChannelIds, includedChannelIds }: MessageLogSettings,
  channelIds: readonly string[],
): 'excluded' | 'included' | null {
  for (const id of channelIds) {
    if (excludedChannelIds.includes(id)) return 'excluded';
    if (includedChannelIds.includes(id)) return 'included';
  }
  return null;
}
