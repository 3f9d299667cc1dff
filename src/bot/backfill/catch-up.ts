import { DAY_MS, type Clock } from '../../shared/clock.ts';
import { snowflakeAt, snowflakeTime } from '../../shared/snowflake.ts';
import type { Checkpoint, Checkpoints } from '../domain/ports.ts';
import type { MissedMessage } from '../domain/snapshot.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import type { FetchQueue } from './fetch-queue.ts';
import { createGaps, type Session, type WatchedChannel } from './gaps.ts';
import {
  checkpointOf,
  furthestCheckpoint,
  idBefore,
  missUpdate,
  newerOf,
  NO_ID,
  widenEditGap,
  widenGap,
} from './mark.ts';
import type { MissedTexts } from './missed-texts.ts';
import type { Watermarks } from './watermarks.ts';

/** Finds out what the bot missed while it was offline or full, and queues it for fetching. */
export interface CatchUp {
  /** `joinedAt`: when the bot joined (milliseconds since the Unix epoch); null if unknown. */
  watch(guildId: string, channels: readonly WatchedChannel[], joinedAt: number | null): void;
  watchThreads(guildId: string, threads: readonly WatchedChannel[]): void;
  /** Has a message fetched later that could not be taken now. */
  missed(message: MissedMessage): void;
  /** The bot left the server. */
  forget(guildId: string): void;
}

/** The state of a server when it becomes available, before any new message of it. */
interface SessionStart {
  readonly guildId: string;
  readonly channels: readonly WatchedChannel[];
  readonly reached: ReadonlyMap<string, Checkpoint>;
  readonly guildWatermark: string;
  readonly startedId: string;
}

export function createCatchUp(deps: {
  checkpoints: Checkpoints;
  watermarks: Watermarks;
  fetchQueue: FetchQueue;
  missedTexts: MissedTexts;
  background: Background;
  retry: Retry;
  /** Older messages are not searched for edits. */
  maxEditAgeMs: number;
  clock: Clock;
}): CatchUp {
  const { checkpoints, watermarks, fetchQueue, missedTexts, background, retry, clock } = deps;
  /** By guild. */
  const sessions = new Map<string, Promise<Session>>();
  const { catchUpChannel, catchUpNewThread } = createGaps(deps);

  /** The id from which the server is watched; null if from now on. */
  async function watchedSince(guildId: string, joinedAt: number | null): Promise<string | null> {
    // If Discord's clock is ahead of ours, the next start must not mistake the difference for a new invitation.
    const nowId = snowflakeAt(Math.max(clock.now(), joinedAt ?? 0));
    let since = await checkpoints.watchedSince(guildId, nowId);
    if (joinedAt !== null && snowflakeTime(since) < joinedAt) {
      // The bot was removed and invited again while it was offline.
      await checkpoints.forget(guildId);
      since = await checkpoints.watchedSince(guildId, nowId);
    }
    return since === nowId ? null : since;
  }

  async function beginSession(start: SessionStart, joinedAt: number | null): Promise<Session> {
    const { guildId, channels, reached, guildWatermark, startedId } = start;
    const since = await watchedSince(guildId, joinedAt);
    // Messages older than the bot's membership are not moderated.
    if (since === null) return { since: startedId, after: startedId, startedId };
    const stored = (await checkpoints.guildWatermark(guildId)) ?? NO_ID;
    const after = [stored, guildWatermark].reduce(newerOf, since);
    const ids = channels.map(({ id }) => id);
    const checkpointsById = await checkpoints.read(guildId, ids);
    for (const channel of channels) {
      const checkpoint = checkpointsById.get(channel.id);
      // A channel without a checkpoint was hidden from the bot: what is older than `after` stays unread.
      const floor = checkpointAt(checkpoint === undefined ? after : since);
      const from = furthestCheckpoint(floor, checkpoint, reached.get(channel.id));
      catchUpChannel(guildId, channel, from);
    }
    return { since, after, startedId };
  }

  async function openThreads(
    guildId: string,
    threads: readonly WatchedChannel[],
    reached: ReadonlyMap<string, Checkpoint>,
  ): Promise<void> {
    const session = await sessions.get(guildId);
    // The threads of a server that isn't available yet are passed to `watch` once it is.
    if (session === undefined) return;
    const ids = threads.map(({ id }) => id);
    const checkpointsById = await checkpoints.read(guildId, ids);
    for (const thread of threads) {
      const checkpoint = checkpointsById.get(thread.id);
      if (checkpoint === undefined) {
        catchUpNewThread(guildId, thread, session);
      } else {
        const floor = checkpointAt(session.since);
        const from = furthestCheckpoint(floor, checkpoint, reached.get(thread.id));
        catchUpChannel(guildId, thread, from);
      }
    }
  }

  /** Reads checkpoints. None of the server's is stored until that is done. */
  function whileHeld<T>(guildId: string, read: () => Promise<T>): Promise<T> {
    watermarks.hold(guildId);
    const errorContext = { operation: 'reading checkpoints', ids: { guildId } };
    const reading = retry(errorContext, read);
    background.run(errorContext, async () => {
      await reading;
      watermarks.release(guildId);
    });
    return reading;
  }

  return {
    watch(guildId, channels, joinedAt) {
      const start: SessionStart = {
        guildId,
        channels,
        reached: reachedIn(watermarks, channels),
        guildWatermark: watermarks.guildWatermark(guildId),
        startedId: snowflakeAt(clock.now()),
      };
      const session = whileHeld(guildId, () => beginSession(start, joinedAt));
      sessions.set(guildId, session);
      missedTexts.watch(
        guildId,
        session.then(({ after }) => after),
      );
    },
    watchThreads(guildId, threads) {
      const reached = reachedIn(watermarks, threads);
      void whileHeld(guildId, () => openThreads(guildId, threads, reached));
    },
    forget(guildId) {
      sessions.delete(guildId);
    },
    missed(message) {
      const { guildId, channelId, messageId, editedAt } = message;
      const mark = watermarks.open(guildId, channelId);
      // Discord also sends updates that aren't edits, such as a pin. A gap that starts at an old message would be huge.
      const isUpdate = editedAt !== null || snowflakeTime(messageId) < clock.now() - DAY_MS;
      if (!isUpdate || !missUpdate(mark, message)) {
        if (editedAt === null) widenGap(mark, { after: idBefore(messageId), upTo: messageId });
        else widenEditGap(mark, editedAt);
      }
      fetchQueue.add(mark);
    },
  };
}

function checkpointAt(messageId: string): Checkpoint {
  return { messageId, editedAt: snowflakeTime(messageId) };
}

/** The checkpoints that this process has reached, stored or not. */
function reachedIn(
  watermarks: Watermarks,
  channels: readonly WatchedChannel[],
): Map<string, Checkpoint> {
  const reached = new Map<string, Checkpoint>();
  for (const { id } of channels) {
    const mark = watermarks.find(id);
    if (mark !== null) reached.set(id, checkpointOf(mark));
  }
  return reached;
}
