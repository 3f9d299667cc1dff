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
  newerOf,
  widenEditGap,
  widenGap,
  idBefore,
  type Mark,
} from './mark.ts';
import { backoffMs, pause, type Complain, type Retry, type Waiting } from './retry.ts';
import { createTurns } from './turns.ts';
import type { Watermarks } from './watermarks.ts';

/** A channel that holds messages, and the newest of them. */
export interface WatchedChannel {
  readonly id: string;
  readonly lastMessageId: string | null;
}

/** Fetches what was written while nobody listened, or what found no room. */
export interface CatchUp {
  watch(guildId: string, channels: readonly WatchedChannel[]): void;
  /** A message found no room: it is fetched again when there is some. */
  missed(snapshot: Snapshot): void;
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

  async function findMissed(
    guildId: string,
    channels: readonly WatchedChannel[],
    reached: ReadonlyMap<string, Checkpoint>,
  ): Promise<void> {
    const now = clock.now();
    const nowId = snowflakeAt(now);
    const since = await checkpoints.watchedSince(guildId, nowId);
    // A new guild: what was written before the bot came is not its business.
    if (since === nowId) return;
    const ids = channels.map(({ id }) => id);
    const stored = await checkpoints.read(guildId, ids);
    for (const { id, lastMessageId } of channels) {
      if (lastMessageId === null) continue;
      const known = [stored.get(id), reached.get(id)];
      const after = known.reduce((newest, one) => newerOf(newest, one?.messageId ?? since), since);
      const edits = Math.max(snowflakeTime(since), ...known.map((one) => one?.editedAt ?? 0));
      const isBehindNow = compareSnowflakes(lastMessageId, after) > 0;
      // Older messages than the last hundred can't be found by their edits, and quiet channels have none.
      const isLively = snowflakeTime(lastMessageId) > now - DAY_MS;
      if (!isBehindNow && !isLively) continue;
      const mark = marks.open(guildId, id);
      if (isBehindNow) widenGap(mark, { after, upTo: lastMessageId });
      if (isLively) widenEditGap(mark, edits);
      schedule(mark);
    }
  }

  return {
    watch(guildId, channels) {
      const reached = reachedIn(channels);
      marks.hold(guildId);
      const trouble = { what: 'reading checkpoints', ids: { guildId } };
      background.run(trouble, async () => {
        await retry(trouble, () => findMissed(guildId, channels, reached));
        marks.release(guildId);
      });
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
