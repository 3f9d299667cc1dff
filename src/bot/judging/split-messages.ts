import { LRUCache } from 'lru-cache';
import { compareSnowflakes, snowflakeTime } from '../../shared/snowflake.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/** Longer messages say enough by themselves, and joining them would find meanings that nobody wrote. */
const MAX_LENGTH = 25;
const MAX_WORDS = 3;
/** The longest time between two parts, by the messages' ids, so that it makes no difference when a message is fetched. */
const MAX_GAP_MS = 20_000;
const MAX_MESSAGES = 12;
/** A part that ends a sentence is not continued by the next message. */
const ENDS_SENTENCE = /[.!?…。！？]\s*$/u;
/** How many authors are remembered; each takes about a kilobyte at most. */
const MAX_AUTHORS = 10_000;

/** A message of an author. */
export interface Fragment {
  readonly messageId: string;
  /** The author's words, without the names of files and the like; null: the message cannot be a part of a split text. */
  readonly text: string | null;
  /** Nothing was done about it by itself: it is harmless, or people were asked. */
  readonly isUntouched: Promise<boolean>;
}

export type Part = Fragment & { readonly text: string };

/**
 * Remembers the latest messages of each author and channel, because a text may be split across them. An edited message
 * replaces its earlier text.
 */
export interface SplitMessages {
  /**
   * Adds a message. Resolves to the author's messages before it that a split text may begin with, in order: short, untouched,
   * close in time, and without an end of a sentence or another message of the author in between. None if the message itself
   * cannot be a part. Null: none, as with nearly all messages.
   */
  add(snapshot: Snapshot, isUntouched: () => Promise<boolean>): Promise<Part[]> | null;
  /** Forgets messages that have been dealt with. */
  remove(snapshot: Snapshot, messageIds: readonly string[]): void;
}

export function createSplitMessages(): SplitMessages {
  const authors = new LRUCache<string, Fragment[]>({ max: MAX_AUTHORS });
  const keyOf = ({ channelId, author }: Snapshot): string => `${channelId}:${author.id}`;

  return {
    add(snapshot, isUntouched) {
      if (!canBeSplit(snapshot)) return null;
      const { messageId } = snapshot;
      const key = keyOf(snapshot);
      const text = partOf(snapshot);
      const known = authors.get(key) ?? [];
      // Without earlier fragments, there is nothing that this message could separate.
      if (text === null && known.length === 0) return null;
      const added = { messageId, text, isUntouched: isUntouched() };
      // An edit replaces the earlier text, even if the message can no longer be a part.
      const others = known.filter((other) => other.messageId !== messageId);
      const fragments = [...others, added].toSorted((a, b) =>
        compareSnowflakes(a.messageId, b.messageId),
      );
      authors.set(key, fragments.slice(-MAX_MESSAGES));
      return text === null || known.length === 0
        ? null
        : beginningOf(fragments, fragments.indexOf(added));
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

/** The parts right before the message at `index`. */
async function beginningOf(fragments: readonly Fragment[], index: number): Promise<Part[]> {
  const parts: Part[] = [];
  let next = fragments[index];
  for (const fragment of fragments.slice(0, index).toReversed()) {
    const { messageId, text, isUntouched } = fragment;
    const gapMs = next === undefined ? 0 : timeBetween(messageId, next.messageId);
    if (text === null || ENDS_SENTENCE.test(text) || gapMs > MAX_GAP_MS) break;
    if (!(await isUntouched)) break;
    parts.unshift({ ...fragment, text });
    next = fragment;
  }
  return parts;
}

function timeBetween(earlierId: string, laterId: string): number {
  return snowflakeTime(laterId) - snowflakeTime(earlierId);
}

/** The member's own words: no names of files, no forwarded text. */
export function writtenIn({ parts }: Snapshot): string {
  const written = parts.filter(({ kind }) => kind === 'content');
  return written.map(({ text }) => text.trim()).join('\n');
}

/** The text of a message that can be a part of a split one; null: it cannot. */
function partOf(snapshot: Snapshot): string | null {
  const text = writtenIn(snapshot);
  if (text === '' || text.length > MAX_LENGTH) return null;
  return text.split(/\s+/).length > MAX_WORDS ? null : text;
}

function canBeSplit({ subject, author }: Snapshot): boolean {
  return subject === 'message' && author.kind === 'person';
}
