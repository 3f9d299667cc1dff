import { LRUCache } from 'lru-cache';
import { compareSnowflakes, snowflakeTime } from '../../shared/snowflake.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/** Longer messages say enough by themselves, and joining them would find meanings that nobody wrote. */
const MAX_LENGTH = 25;
/** By the times in the messages' ids, so that messages fetched later count alike. */
const WINDOW_MS = 60_000;
const MAX_MESSAGES = 12;
/** Authors remembered at once; each takes about a kilobyte at most. */
const MAX_AUTHORS = 10_000;

/** A short message, and whether it is harmless by itself. */
export interface Fragment {
  readonly messageId: string;
  readonly text: string;
  readonly isHarmless: Promise<boolean>;
}

/**
 * Remembers the short messages of each author and channel, because a text may be split across them. An edited message
 * replaces its earlier text.
 */
export interface SplitMessages {
  /** Adds a message if it is short; resolves to the author's harmless short messages of the minute before it, in order. */
  add(snapshot: Snapshot, text: string, isHarmless: Promise<boolean>): Promise<Fragment[]>;
  /** These messages are dealt with. */
  remove(snapshot: Snapshot, messageIds: readonly string[]): void;
}

export function createSplitMessages(): SplitMessages {
  const authors = new LRUCache<string, Fragment[]>({ max: MAX_AUTHORS });
  const keyOf = ({ channelId, author }: Snapshot): string => `${channelId}:${author.id}`;

  return {
    async add(snapshot, text, isHarmless) {
      if (!canBeSplit(snapshot)) return [];
      const { messageId } = snapshot;
      const key = keyOf(snapshot);
      // An edit replaces the earlier text, even one that is too long now.
      const others = (authors.get(key) ?? []).filter(
        (fragment) => fragment.messageId !== messageId,
      );
      const isShort = text.length <= MAX_LENGTH;
      const fragments = [...others, ...(isShort ? [{ messageId, text, isHarmless }] : [])].sort(
        (a, b) => compareSnowflakes(a.messageId, b.messageId),
      );
      authors.set(key, withinWindow(fragments));
      if (!isShort) return [];
      const earlier = fragments.filter(
        (fragment) =>
          compareSnowflakes(fragment.messageId, messageId) < 0 &&
          snowflakeTime(messageId) - snowflakeTime(fragment.messageId) <= WINDOW_MS,
      );
      const results = await Promise.all(earlier.map((fragment) => fragment.isHarmless));
      return earlier.filter((_, index) => results[index]);
    },
    remove(snapshot, messageIds) {
      const key = keyOf(snapshot);
      const left = (authors.get(key) ?? []).filter(
        ({ messageId }) => !messageIds.includes(messageId),
      );
      authors.set(key, left);
    },
  };
}

/** Those that a newer message can still be joined with: editing an old message must not forget newer ones. */
function withinWindow(fragments: readonly Fragment[]): Fragment[] {
  const newest = fragments.at(-1);
  if (newest === undefined) return [];
  const start = snowflakeTime(newest.messageId) - WINDOW_MS;
  return fragments
    .filter(({ messageId }) => snowflakeTime(messageId) >= start)
    .slice(-MAX_MESSAGES);
}

function canBeSplit({ subject, author }: Snapshot): boolean {
  return subject === 'message' && author.kind === 'person';
}
