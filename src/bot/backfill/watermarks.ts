import type { Clock } from '../../shared/clock.ts';
import { snowflakeTime } from '../../shared/snowflake.ts';
import type { LogError } from '../../shared/throttled-error-log.ts';
import type { Checkpoint, Checkpoints } from '../domain/ports.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { createCheckpointWriter } from './checkpoint-writer.ts';
import {
  belowUnfinished,
  checkpointOf,
  createMark,
  finish,
  isBehind,
  newerOf,
  NO_ID,
  olderOf,
  type Mark,
} from './mark.ts';

/** The marks of all channels in which something is unfinished or not yet stored. */
export interface Watermarks {
  /** The intake has taken a message: no checkpoint passes it until `end`. */
  begin(snapshot: Snapshot): void;
  /** A message is finished, or replaced by a newer state of it. */
  end(snapshot: Snapshot): void;
  /** The mark of a channel; null when everything in it is finished and stored. */
  find(channelId: string): Mark | null;
  /** The mark of a channel, created if it does not exist, to note a gap in it. */
  open(guildId: string, channelId: string): Mark;
  /** Reports a change to a mark other than through `begin` and `end`. */
  touch(mark: Mark): void;
  /**
   * Stores nothing of a server until `release` has been called as often as `hold`: what it missed is still being determined.
   */
  hold(guildId: string): void;
  release(guildId: string): void;
  /**
   * The newest id below which everything received from a server is finished, as far as this process knows. Only messages
   * raise it: silence may mean that the connection is lost.
   */
  guildWatermark(guildId: string): string;
  /** Drops all marks of a server without storing them. */
  forget(guildId: string): void;
  /** Servers with unfinished messages written before `timeMs` (Unix epoch). */
  unfinishedGuilds(timeMs: number): Set<string>;
  channelsBehind(): number;
  /** Stores what has changed. Never throws: what could not be stored is stored with the next flush. */
  flush(): Promise<void>;
}

const FLUSH_INTERVAL_MS = 1000;

export function createWatermarks(deps: {
  checkpoints: Pick<Checkpoints, 'read' | 'write' | 'guildWatermark'>;
  clock: Clock;
  logError: LogError;
}): Watermarks {
  const { checkpoints, clock, logError } = deps;
  const marks = new Map<string, Mark>();
  const changed = new Set<Mark>();
  /** How many holds each server has. */
  const holds = new Map<string, number>();
  /** The newest finished message of each server. */
  const newestIds = new Map<string, string>();
  const writer = createCheckpointWriter(checkpoints);
  let cancelTimer: (() => void) | null = null;
  let flushing: Promise<void> = Promise.resolve();

  function touch(mark: Mark): void {
    changed.add(mark);
    cancelTimer ??= clock.after(FLUSH_INTERVAL_MS, () => void flush());
  }

  function open(guildId: string, channelId: string): Mark {
    let mark = marks.get(channelId);
    if (mark === undefined) {
      mark = createMark(guildId, channelId);
      marks.set(channelId, mark);
    }
    return mark;
  }

  const guildWatermark = (guildId: string): string =>
    lowestUnfinished(marks.values(), guildId, newestIds.get(guildId) ?? NO_ID);

  async function store(
    guildId: string,
    reached: ReadonlyMap<Mark, Checkpoint>,
    watermark: string,
  ): Promise<void> {
    try {
      await writer.write(guildId, reached, watermark);
    } catch (error) {
      for (const mark of reached.keys()) touch(mark);
      logError({ operation: 'storing checkpoints', ids: { guildId } }, error);
      return;
    }
    for (const mark of reached.keys()) {
      const isIdle = mark.pending.size === 0 && !isBehind(mark) && !changed.has(mark);
      if (isIdle && marks.get(mark.channelId) === mark) marks.delete(mark.channelId);
    }
  }

  async function storeChanged(): Promise<void> {
    const guilds = new Map<string, Map<Mark, Checkpoint>>();
    for (const mark of changed) {
      if (holds.has(mark.guildId)) continue;
      changed.delete(mark);
      // The server was forgotten.
      if (marks.get(mark.channelId) !== mark) continue;
      let reached = guilds.get(mark.guildId);
      if (reached === undefined) guilds.set(mark.guildId, (reached = new Map()));
      // Computed now: a `hold` before the write can bring messages that the checkpoint must not pass.
      reached.set(mark, checkpointOf(mark));
    }
    const stores = [...guilds].map(([guildId, reached]) =>
      store(guildId, reached, guildWatermark(guildId)),
    );
    await Promise.all(stores);
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    // One after the other, so that an older checkpoint never overtakes a newer one.
    flushing = flushing.then(storeChanged);
    return flushing;
  }

  return {
    begin(snapshot) {
      // Only messages can be fetched later.
      if (snapshot.subject !== 'message') return;
      open(snapshot.guildId, snapshot.channelId).pending.add(snapshot);
    },
    end(snapshot) {
      const mark = marks.get(snapshot.channelId);
      // Absent when the server was forgotten.
      if (mark === undefined || !mark.pending.has(snapshot)) return;
      finish(mark, snapshot);
      touch(mark);
      const { guildId, messageId } = snapshot;
      // Older messages may have been missed, and their gap is not known yet.
      if (holds.has(guildId)) return;
      newestIds.set(guildId, newerOf(newestIds.get(guildId) ?? NO_ID, messageId));
    },
    find: (channelId) => marks.get(channelId) ?? null,
    open,
    touch,
    hold(guildId) {
      holds.set(guildId, (holds.get(guildId) ?? 0) + 1);
    },
    release(guildId) {
      const left = (holds.get(guildId) ?? 0) - 1;
      if (left > 0) {
        holds.set(guildId, left);
        return;
      }
      holds.delete(guildId);
      for (const mark of marks.values()) if (mark.guildId === guildId) touch(mark);
    },
    guildWatermark,
    forget(guildId) {
      newestIds.delete(guildId);
      writer.forget(guildId);
      for (const [channelId, mark] of marks) if (mark.guildId === guildId) marks.delete(channelId);
    },
    unfinishedGuilds: (timeMs) => guildsWithUnfinished(marks.values(), timeMs),
    channelsBehind: () => [...marks.values()].filter(isBehind).length,
    flush,
  };
}

/** When the current text of a message was written, in milliseconds since the Unix epoch. */
export function writtenAt({ editedAt, messageId }: Snapshot): number {
  return editedAt ?? snowflakeTime(messageId);
}

/** The newest id below which everything received from a server is finished; `newest` if nothing is unfinished. */
function lowestUnfinished(marks: Iterable<Mark>, guildId: string, newest: string): string {
  let watermark = newest;
  for (const mark of marks) {
    if (mark.guildId === guildId) {
      watermark = olderOf(watermark, belowUnfinished(mark) ?? watermark);
    }
  }
  return watermark;
}

function guildsWithUnfinished(marks: Iterable<Mark>, timeMs: number): Set<string> {
  const guilds = new Set<string>();
  for (const mark of marks) {
    if (guilds.has(mark.guildId)) continue;
    const isLate = [...mark.pending].some((snapshot) => writtenAt(snapshot) < timeMs);
    if (isBehind(mark) || isLate) guilds.add(mark.guildId);
  }
  return guilds;
}
