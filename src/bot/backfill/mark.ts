import { compareSnowflakes } from '../../shared/snowflake.ts';
import type { Checkpoint } from '../domain/ports.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/** The lowest id: nothing is known to be finished. */
export const NO_ID = '0';

/** A range of a channel that nobody has read: the ids above `after` up to and including `upTo`. */
export interface Gap {
  after: string;
  upTo: string;
}

/** How far moderation has come in one channel. */
export interface Mark {
  readonly guildId: string;
  readonly channelId: string;
  /** Messages in the intake. */
  readonly pending: Set<Snapshot>;
  /** The newest finished message, even if older ones are unfinished. */
  newestId: string;
  /** The time of the newest finished edit. */
  newestEdit: number;
  gap: Gap | null;
  /** The channel has to be searched for edits made since this time. Replaced by a new object whenever there are more. */
  editGap: { readonly sinceMs: number } | null;
  /** Changed messages the intake had no room for, with the time of the first such edit. Each change replaces the value. */
  readonly missedUpdates: Map<string, { readonly editedAt: number | null }>;
  /** The checkpoint in the store; null if this process has not read it. */
  stored: Checkpoint | null;
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
    stored: null,
  };
}

/**
 * The newest finished message, but below every unfinished one and every gap.
 * The invariant of the whole pipeline: a checkpoint never passes a message that is not finished.
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
  for (const update of mark.missedUpdates.values()) {
    if (update.editedAt !== null) editedAt = Math.min(editedAt, update.editedAt - 1);
  }
  return { messageId, editedAt: Math.max(0, editedAt) };
}

/** The id just below the oldest unfinished message or gap; null when everything is finished. */
export function belowUnfinished({ pending, gap }: Mark): string | null {
  let below = gap === null ? null : gap.after;
  for (const { messageId } of pending) {
    if (below === null || compareSnowflakes(messageId, below) <= 0) below = idBefore(messageId);
  }
  return below;
}

/** Whether something has to be fetched. */
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

/** Moves the lower end of the gap up from `from`; false if the gap was widened and has to be read again. */
export function narrowGap(mark: Mark, from: string, to: string): boolean {
  if (mark.gap === null || mark.gap.after !== from) return false;
  mark.gap.after = newerOf(from, to);
  return true;
}

/**
 * Everything up to `upTo` was read. Closes the gap, unless it has grown past that. Deleted messages count as finished:
 * the newest id rises to the end of the gap.
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

/** If more are missed, the channel is searched for edits instead. */
const MAX_MISSED_UPDATES = 100;

/** Remembers a changed message that has to be read again; false when there are too many. */
export function missUpdate(
  mark: Mark,
  { messageId, editedAt }: Pick<Snapshot, 'messageId' | 'editedAt'>,
): boolean {
  const earlier = mark.missedUpdates.get(messageId);
  if (earlier === undefined && mark.missedUpdates.size >= MAX_MISSED_UPDATES) return false;
  mark.missedUpdates.set(messageId, { editedAt: earlier?.editedAt ?? editedAt });
  return true;
}

/** The furthest of a channel's checkpoints, of which some may not exist. */
export function furthestCheckpoint(
  first: Checkpoint,
  ...others: readonly (Checkpoint | undefined)[]
): Checkpoint {
  let { messageId, editedAt } = first;
  for (const other of others) {
    messageId = newerOf(messageId, other?.messageId ?? NO_ID);
    editedAt = Math.max(editedAt, other?.editedAt ?? 0);
  }
  return { messageId, editedAt };
}

export function newerOf(a: string, b: string): string {
  return compareSnowflakes(a, b) >= 0 ? a : b;
}

export function olderOf(a: string, b: string): string {
  return compareSnowflakes(a, b) <= 0 ? a : b;
}

export function idBefore(id: string): string {
  return (BigInt(id) - 1n).toString();
}
