import { backoffMs } from '../lib/backoff.ts';
import type { Complain } from '../lib/complain.ts';
import { compareSnowflakes, snowflakeAt, snowflakeTime } from '../lib/snowflake.ts';
import type { Checkpoint, Checkpoints, History } from '../moderation/ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import type { Background } from './background.ts';
import { fetchEdits, fetchGap, fetchUpdates, type Fetching } from './fetch-missed.ts';
import type { Intake } from './intake.ts';
import {
  checkpointOf,
  isBehind,
  missUpdate,
  furthest,
  newerOf,
  NO_ID,
  olderOf,
  widenEditGap,
  widenGap,
  idBefore,
  type Mark,
} from './mark.ts';
import { pause, type Retry, type Waiting } from './retry.ts';
import { createTurns } from '../lib/turns.ts';
import type { Watermarks } from './watermarks.ts';

/** A channel that holds messages, and the newest of them. */
export interface WatchedChannel {
  readonly id: string;
  readonly lastMessageId: string | null;
}

/** Fetches what was written while nobody listened, or what found no room. */
export interface CatchUp {
  /** `joinedAt`: when the bot joined (milliseconds since the Unix epoch), where that is known. */
  watch(guildId: string, channels: readonly WatchedChannel[], joinedAt: number | null): void;
  watchThreads(guildId: string, threads: readonly WatchedChannel[]): void;
  /** A message found no room: it is fetched again when there is some. */
  missed(snapshot: Snapshot): void;
  /** The bot left the guild. */
  forget(guildId: string): void;
}

/** What nobody could hear before the latest session of a guild began: the ids above `after` up to `startedId`. */
interface Session {
  /** Since when the guild is watched. */
  readonly since: string;
  readonly after: string;
  readonly startedId: string;
}

/** What is known when a guild becomes available, before anything new of it is taken on. */
interface SessionStart {
  readonly guildId: string;
  readonly channels: readonly WatchedChannel[];
  readonly reached: ReadonlyMap<string, Checkpoint>;
  readonly alive: string;
  readonly startedId: string;
}

/** Channels read at once: Discord's limit is for the whole bot, and what people do now goes first. */
const CHANNELS_AT_ONCE = 4;
const MAX_WAIT_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export function createCatchUp(deps: {
  history: History;
  checkpoints: Checkpoints;
  marks: Watermarks;
  intake: Intake;
  background: Background;
  waiting: Waiting;
  retry: Retry;
  complain: Complain;
}): CatchUp {
  const { history, checkpoints, marks, intake, background, waiting, retry, complain } = deps;
  const { clock, signal } = waiting;
  /** Marks with a task that has not ended. */
  const scheduled = new Set<Mark>();
  /** By guild. */
  const sessions = new Map<string, Promise<Session>>();
  const turns = createTurns(CHANNELS_AT_ONCE);
  const fetching: Fetching = {
    history,
    async take(snapshot) {
      do {
        await intake.room();
        signal.throwIfAborted();
      } while (!intake.offer(snapshot));
    },
  };

  function schedule(mark: Mark): void {
    marks.touch(mark);
    if (scheduled.has(mark)) return;
    scheduled.add(mark);
    const trouble = {
      what: 'catching up with a channel',
      ids: { guildId: mark.guildId, channelId: mark.channelId },
    };
    background.run(trouble, async () => {
      // A guild that was forgotten has no marks any more.
      const isWanted = (): boolean => isBehind(mark) && marks.find(mark.channelId) === mark;
      for (let failures = 0; isWanted(); failures += 1) {
        try {
          await turns.take(async () => {
            await intake.room();
            signal.throwIfAborted();
            await fetchMissed(mark);
          });
        } catch (error) {
          signal.throwIfAborted();
          complain(trouble, error);
          await pause(waiting, backoffMs(failures, MAX_WAIT_MS, waiting.random));
        }
      }
      scheduled.delete(mark);
    });
  }

  async function fetchMissed(mark: Mark): Promise<void> {
    try {
      await fetchGap(mark, fetching);
      await fetchUpdates(mark, fetching);
      await fetchEdits(mark, fetching);
    } finally {
      marks.touch(mark);
    }
  }

  /** How far moderation came in each channel as this process knows it, before anything new is taken on. */
  function reachedIn(channels: readonly WatchedChannel[]): Map<string, Checkpoint> {
    const reached = new Map<string, Checkpoint>();
    for (const { id } of channels) {
      const mark = marks.find(id);
      if (mark !== null) reached.set(id, checkpointOf(mark));
    }
    return reached;
  }

  /** Since when the guild is this bot's business; null: since now. */
  async function watchedSince(guildId: string, joinedAt: number | null): Promise<string | null> {
    // Discord's clock may be ahead of ours, and the next start must not take that for a new invitation.
    const nowId = snowflakeAt(Math.max(clock.now(), joinedAt ?? 0));
    let since = await checkpoints.watchedSince(guildId, nowId);
    if (joinedAt !== null && snowflakeTime(since) < joinedAt) {
      // It was removed and invited again while it was away.
      await checkpoints.forget(guildId);
      since = await checkpoints.watchedSince(guildId, nowId);
    }
    // A new guild: what was written before the bot came is not its business.
    return since === nowId ? null : since;
  }

  async function beginSession(
    { guildId, channels, reached, alive, startedId }: SessionStart,
    joinedAt: number | null,
  ): Promise<Session> {
    const since = await watchedSince(guildId, joinedAt);
    if (since === null) return { since: startedId, after: startedId, startedId };
    const stored = (await checkpoints.aliveUpTo(guildId)) ?? NO_ID;
    const base = [stored, alive].reduce(newerOf, since);
    const ids = channels.map(({ id }) => id);
    const known = await checkpoints.read(guildId, ids);
    for (const channel of channels) {
      const stored = known.get(channel.id);
      // Without a checkpoint: what is older than `base` was hidden from the bot, or it would have left one.
      const floor = startAt(stored === undefined ? base : since);
      lookAt(guildId, channel, furthest(floor, stored, reached.get(channel.id)));
    }
    return { since, after: base, startedId };
  }

  function lookAt(guildId: string, { id, lastMessageId }: WatchedChannel, from: Checkpoint): void {
    if (lastMessageId === null) return;
    const isBehindNow = compareSnowflakes(lastMessageId, from.messageId) > 0;
    // Older messages than the last hundred can't be found by their edits, and quiet channels have none.
    const isLively = snowflakeTime(lastMessageId) > clock.now() - DAY_MS;
    if (!isBehindNow && !isLively) return;
    const mark = marks.open(guildId, id);
    if (isBehindNow) widenGap(mark, { after: from.messageId, upTo: lastMessageId });
    if (isLively) widenEditGap(mark, from.editedAt);
    schedule(mark);
  }

  async function openThreads(
    guildId: string,
    threads: readonly WatchedChannel[],
    reached: ReadonlyMap<string, Checkpoint>,
  ): Promise<void> {
    const session = await sessions.get(guildId);
    // It is caught up with when the guild is available.
    if (session === undefined) return;
    const ids = threads.map(({ id }) => id);
    const known = await checkpoints.read(guildId, ids);
    for (const thread of threads) {
      const stored = known.get(thread.id);
      if (stored === undefined) {
        lookIntoUnknown(guildId, thread, session);
      } else {
        const floor = startAt(session.since);
        lookAt(guildId, thread, furthest(floor, stored, reached.get(thread.id)));
      }
    }
  }

  /** Of a thread that was never heard of: only what was written while nobody could have heard it. */
  function lookIntoUnknown(
    guildId: string,
    { id, lastMessageId }: WatchedChannel,
    { after, startedId }: Session,
  ): void {
    if (lastMessageId === null || compareSnowflakes(lastMessageId, after) <= 0) return;
    const upTo = olderOf(lastMessageId, startedId);
    if (compareSnowflakes(upTo, after) <= 0) return;
    const mark = marks.open(guildId, id);
    widenGap(mark, { after, upTo });
    schedule(mark);
  }

  /** Reads checkpoints; nothing of the guild is stored meanwhile. */
  function held<T>(guildId: string, read: () => Promise<T>): Promise<T> {
    marks.hold(guildId);
    const trouble = { what: 'reading checkpoints', ids: { guildId } };
    const reading = retry(trouble, read);
    background.run(trouble, async () => {
      await reading;
      marks.release(guildId);
    });
    return reading;
  }

  return {
    watch(guildId, channels, joinedAt) {
      const reached = reachedIn(channels);
      const alive = marks.aliveUpTo(guildId);
      const startedId = snowflakeAt(clock.now());
      const start: SessionStart = { guildId, channels, reached, alive, startedId };
      sessions.set(
        guildId,
        held(guildId, () => beginSession(start, joinedAt)),
      );
    },
    watchThreads(guildId, threads) {
      const reached = reachedIn(threads);
      void held(guildId, () => openThreads(guildId, threads, reached));
    },
    forget(guildId) {
      sessions.delete(guildId);
    },
    missed(snapshot) {
      const { guildId, channelId, messageId, editedAt } = snapshot;
      const mark = marks.open(guildId, channelId);
      // Discord sends changes without an edit as well, such as a pin. Of a message from long ago a gap would be huge.
      const isUpdate = editedAt !== null || snowflakeTime(messageId) < clock.now() - DAY_MS;
      if (!isUpdate || !missUpdate(mark, snapshot)) {
        if (editedAt === null) widenGap(mark, { after: idBefore(messageId), upTo: messageId });
        else widenEditGap(mark, editedAt);
      }
      schedule(mark);
    },
  };
}

function startAt(messageId: string): Checkpoint {
  return { messageId, editedAt: snowflakeTime(messageId) };
}
