import type { Clock } from '../../shared/clock.ts';
import { snowflakeTime } from '../../shared/snowflake.ts';
import {
  COPIES_WINDOW_MS,
  findCopies,
  type Copy,
  type FoundCopies,
} from '../domain/copies/find-copies.ts';
import { isWritten } from '../domain/copies/reading.ts';
import type { IncidentSettings } from '../domain/policy/policy.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/**
 * Remembers each author's latest messages for a minute or two, to find those that are posted in many channels. Nothing is
 * read or compared until an author writes in as many channels as make copies suspicious.
 */
export interface RecentCopies {
  /** Remembers a message. Null, as with nearly all: it has no copies, or the moderators know of them. */
  add(snapshot: Snapshot, settings: IncidentSettings): FoundCopies | null;
  /** Remembers a message of which nobody wants to know the copies. */
  remember(snapshot: Snapshot): void;
}

/** Shorter ones are never compared: see `readingOf`. */
const LEAST_LENGTH = 12;
/** As many as a hacked account posts until it is recognised, and many more. */
const MAX_OF_AUTHOR = 30;
/** Half of them are forgotten when there are more. */
const MAX_AUTHORS = 10_000;

export function createRecentCopies(clock: Pick<Clock, 'now'>): RecentCopies {
  let latest = new Map<string, Copy[]>();
  let earlier: typeof latest = new Map();
  let startedAtMs = clock.now();

  function forgetOld(): void {
    const ageMs = clock.now() - startedAtMs;
    if (ageMs < COPIES_WINDOW_MS && latest.size < MAX_AUTHORS) return;
    earlier = ageMs < 2 * COPIES_WINDOW_MS ? latest : new Map();
    latest = new Map();
    startedAtMs = clock.now();
  }

  /** The author's messages, the latest last, which is this one. */
  function remember(snapshot: Snapshot): { added: Copy; recent: readonly Copy[] } {
    forgetOld();
    const { messageId, guildId, author } = snapshot;
    const key = `${guildId}:${author.id}`;
    const recent = latest.get(key) ?? [...(earlier.get(key) ?? [])];
    const before = recent.findIndex((copy) => copy.snapshot.messageId === messageId);
    const [replaced] = before === -1 ? [] : recent.splice(before, 1);
    const added: Copy = {
      snapshot,
      atMs: snowflakeTime(messageId),
      reading: null,
      isReported: replaced?.isReported ?? false,
    };
    // In place, because this happens for every message.
    if (recent.push(added) > MAX_OF_AUTHOR) recent.shift();
    latest.set(key, recent);
    return { added, recent };
  }

  return {
    remember(snapshot) {
      if (canBeCopy(snapshot)) remember(snapshot);
    },
    add(snapshot, { hackedAccounts, hackedChannels }) {
      if (hackedAccounts === 'off' || !canBeCopy(snapshot)) return null;
      const { author } = snapshot;
      const { added, recent } = remember(snapshot);
      if (!mayBeCopies(added, recent, hackedChannels)) return null;
      const found = findCopies(added, recent, hackedChannels);
      if (found === null) return null;
      const isOnlyReported = !found.isCertain || hackedAccounts === 'alert' || !isMember(author);
      if (!isOnlyReported) return found;
      if (!found.isCertain && !isMember(author)) return null;
      const isKnown = found.copies.some(({ isReported }) => isReported);
      for (const copy of found.copies) copy.isReported = true;
      return isKnown ? null : { ...found, isCertain: false };
    },
  };
}

/** Reads nothing: texts and links count in so many channels, pictures in two. */
function mayBeCopies(added: Copy, recent: readonly Copy[], channels: number): boolean {
  const needed = (added.snapshot.posting?.pictures.length ?? 0) > 0 ? 2 : channels;
  const seen = new Set<string>();
  for (const { snapshot, atMs } of recent) {
    if (Math.abs(atMs - added.atMs) <= COPIES_WINDOW_MS) seen.add(snapshot.channelId);
    if (seen.size >= needed) return true;
  }
  return false;
}

/** Moderators and apps post announcements in many channels. */
function isMember({ kind, rank }: Snapshot['author']): boolean {
  return kind === 'person' && rank === 'member';
}

export function canBeCopy({ posting, parts, author }: Snapshot): boolean {
  if (posting === null || author.id === '') return false;
  return (
    posting.pictures.length > 0 ||
    parts.some((part) => part.text.length >= LEAST_LENGTH && isWritten(part))
  );
}
