import { compareSnowflakes } from '../lib/snowflake.ts';
import type { Checkpoint } from '../moderation/ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';

/** The id below every other: nothing is known to be done. */
export const NO_ID = '0';

/** A stretch of a channel nobody has looked at: the ids above `after` up to and including `upTo`. */
export interface Gap {
  after: string;
  upTo: string;
}

/** How far moderation has come in one channel. */
export interface Mark {
  readonly guildId: string;
  readonly channelId: string;
  /** Taken on and not finished. */
  readonly pending: Set<Snapshot>;
  /** The newest finished message, whatever is unfinished below it. */
  newestId: string;
  /** The time of the newest finished edit. */
  newestEdit: number;
  gap: Gap | null;
  /** Edits from this time on are to be looked for. Another object whenever there is more to look for. */
  editGap: { readonly sinceMs: number } | null;
  /** Changed messages that found no room, with the time of the first such edit. Another object for each change. */
  readonly missedUpdates: Map<string, { readonly editedAt: number | null }>;
  /** As last stored. */
  written: Checkpoint | null;
}

export function createMark(guildId: string, channelId: string): Mark {
  return {
    guildId,
    channelId,
    pending: new Set(),
    newestId: NO_ID,
    newestEdit: 0,
    gap: null,
    editGap: null,
    missedUpdates: new Map(),
    written: null,
  };
}

/**
 * Up to where all is moderated: the newest finished message, but below every unfinished one and every gap.
 * The invariant of the whole pipeline: it never passes a message that is not finished.
 */
export function checkpointOf(mark: Mark): Checkpoint {
  let messageId = mark.newestId;
  let editedAt = mark.newestEdit;
  for (const snapshot of mark.pending) {
    if (compareSnowflakes(snapshot.messageId, messageId) <= 0) {
      messageId = idBefore(snapshot.messageId);
    }
    if (snapshot.editedAt !== null) editedAt = Math.min(editedAt, snapshot.editedAt - 1);
  }
  if (mark.gap !== null) messageId = olderOf(messageId, mark.gap.after);
  if (mark.editGap !== null) editedAt = Math.min(editedAt, mark.editGap.sinceMs - 1);
  for (const missed of mark.missedUpdates.values()) {
    if (missed.editedAt !== null) editedAt = Math.min(editedAt, missed.editedAt - 1);
  }
  return { messageId, editedAt: Math.max(0, editedAt) };
}

/** Something is to be fetched. */
export function isBehind(mark: Mark): boolean {
  return mark.gap !== null || mark.editGap !== null || mark.missedUpdates.size > 0;
}

export function finish(mark: Mark, snapshot: Snapshot): void {
  mark.pending.delete(snapshot);
  mark.newestId = newerOf(mark.newestId, snapshot.messageId);
  if (snapshot.editedAt !== null) mark.newestEdit = Math.max(mark.newestEdit, snapshot.editedAt);
}

export function widenGap(mark: Mark, { after, upTo }: Readonly<Gap>): void {
  if (mark.gap === null) {
    mark.gap = { after, upTo };
    return;
  }
  mark.gap.after = olderOf(mark.gap.after, after);
  mark.gap.upTo = newerOf(mark.gap.upTo, upTo);
}

/** Moves the gap's lower end up from `from`; false when it was widened meanwhile and must be read anew. */
export function narrowGap(mark: Mark, from: string, to: string): boolean {
  if (mark.gap === null || mark.gap.after !== from) return false;
  mark.gap.after = newerOf(from, to);
  return true;
}

/**
 * All up to `upTo` was read. Closes the gap, unless it reaches further by now. Messages that are gone count
 * as finished: the newest id rises to the gap's end.
 */
export function closeGap(mark: Mark, from: string, upTo: string): void {
  if (!narrowGap(mark, from, upTo) || mark.gap === null) return;
  if (compareSnowflakes(mark.gap.after, mark.gap.upTo) < 0) return;
  mark.newestId = newerOf(mark.newestId, mark.gap.upTo);
  mark.gap = null;
}

export function widenEditGap(mark: Mark, sinceMs: number): void {
  mark.editGap = { sinceMs: Math.min(sinceMs, mark.editGap?.sinceMs ?? sinceMs) };
}

/** As many messages as a rescan for edits looks at. */
const MAX_MISSED_UPDATES = 100;

/** Remembers a changed message that is to be read again; false when there are too many of them. */
export function missUpdate(mark: Mark, { messageId, editedAt }: Snapshot): boolean {
  const earlier = mark.missedUpdates.get(messageId);
  if (earlier === undefined && mark.missedUpdates.size >= MAX_MISSED_UPDATES) return false;
  mark.missedUpdates.set(messageId, { editedAt: earlier?.editedAt ?? editedAt });
  return true;
}

export function newerOf(a: string, b: string): string {
  return compareSnowflakes(a, b) >= 0 ? a : b;
}

export function olderOf(a: string, b: string): string {
  return compareSnowflakes(a, b) <= 0 ? a : b;
}

/** The id just below. */
export function idBefore(id: string): string {
  return (BigInt(id) - 1n).toString();
}
