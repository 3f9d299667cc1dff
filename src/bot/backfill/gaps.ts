import type { Clock } from '../../shared/clock.ts';
import { compareSnowflakes, snowflakeTime } from '../../shared/snowflake.ts';
import type { Checkpoint } from '../domain/ports.ts';
import type { FetchQueue } from './fetch-queue.ts';
import { olderOf, widenEditGap, widenGap } from './mark.ts';
import type { Watermarks } from './watermarks.ts';

/** A channel with its newest message; null where it has none. */
export interface WatchedChannel {
  readonly id: string;
  readonly lastMessageId: string | null;
}

/** The messages the bot could not see before the latest session of a server: the ids above `after` up to `startedId`. */
export interface Session {
  /** The id from which the server is watched. */
  readonly since: string;
  readonly after: string;
  readonly startedId: string;
}

/** Notes the gaps of channels in their marks, and queues them for fetching. */
export function createGaps({
  watermarks,
  fetchQueue,
  maxEditAgeMs,
  clock,
}: {
  watermarks: Watermarks;
  fetchQueue: FetchQueue;
  maxEditAgeMs: number;
  clock: Clock;
}) {
  function catchUpChannel(
    guildId: string,
    { id, lastMessageId }: WatchedChannel,
    from: Checkpoint,
  ): void {
    if (lastMessageId === null) return;
    const isBehind = compareSnowflakes(lastMessageId, from.messageId) > 0;
    // Older messages are not searched for edits.
    const isSearched = snowflakeTime(lastMessageId) > clock.now() - maxEditAgeMs;
    if (!isBehind && !isSearched) return;
    const mark = watermarks.open(guildId, id);
    if (isBehind) widenGap(mark, { after: from.messageId, upTo: lastMessageId });
    if (isSearched) widenEditGap(mark, from.editedAt);
    fetchQueue.add(mark);
  }

  /** A thread without a checkpoint: only messages from the time the bot was offline are read. */
  function catchUpNewThread(
    guildId: string,
    { id, lastMessageId }: WatchedChannel,
    { after, startedId }: Session,
  ): void {
    if (lastMessageId === null) return;
    const upTo = olderOf(lastMessageId, startedId);
    if (compareSnowflakes(upTo, after) <= 0) return;
    const mark = watermarks.open(guildId, id);
    widenGap(mark, { after, upTo });
    fetchQueue.add(mark);
  }

  return { catchUpChannel, catchUpNewThread };
}
