import type { Complain } from '../lib/complain.ts';
import { snowflakeTime } from '../lib/snowflake.ts';
import type { Clock } from '../lib/clock.ts';
import type { Checkpoint, Checkpoints } from '../moderation/ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import {
  checkpointOf,
  createMark,
  finish,
  furthest,
  isBehind,
  newerOf,
  NO_ID,
  olderOf,
  unfinishedBelow,
  type Mark,
} from './mark.ts';

/** The marks of all channels in which something is unfinished or not yet stored. */
export interface Watermarks {
  /** A message is taken on: no checkpoint passes it until `end`. */
  begin(snapshot: Snapshot): void;
  /** A message is finished, or a newer state of it was taken on. */
  end(snapshot: Snapshot): void;
  /** The channel's mark; null when all that was taken on there is finished and stored. */
  find(channelId: string): Mark | null;
  /** The channel's mark, made if need be, for a gap to be noted in it. */
  open(guildId: string, channelId: string): Mark;
  /** A mark was changed otherwise than by `begin` and `end`. */
  touch(mark: Mark): void;
  /** Stores nothing of a guild until as many `release`s: what it missed is still being found out. */
  hold(guildId: string): void;
  release(guildId: string): void;
  /**
   * Up to where all that was heard of a guild is finished, as far as this process knows. Rises only with
   * messages: that nothing is heard may mean that the connection is lost.
   */
  aliveUpTo(guildId: string): string;
  /** Drops all marks of a guild, unstored. */
  forget(guildId: string): void;
  /** Guilds with messages written before `timeMs` (Unix epoch) that are not finished. */
  unfinished(timeMs: number): Set<string>;
  channelsBehind(): number;
  /** Stores what has changed. Never throws: what could not be stored is tried again with the next flush. */
  flush(): Promise<void>;
}

const FLUSH_EVERY_MS = 1000;

export function createWatermarks(deps: {
  checkpoints: Checkpoints;
  clock: Clock;
  complain: Complain;
}): Watermarks {
  const { checkpoints, clock, complain } = deps;
  const marks = new Map<string, Mark>();
  const changed = new Set<Mark>();
  const held = new Map<string, number>();
  /** The newest finished message of each guild. */
  const newest = new Map<string, string>();
  /** What is stored of `aliveUpTo`, of guilds where that was read or written. */
  const aliveStored = new Map<string, string>();
  let cancelTimer: (() => void) | null = null;
  let flushing: Promise<void> = Promise.resolve();

  function touch(mark: Mark): void {
    changed.add(mark);
    cancelTimer ??= clock.after(FLUSH_EVERY_MS, () => {
      void flush();
    });
  }

  function open(guildId: string, channelId: string): Mark {
    let mark = marks.get(channelId);
    if (mark === undefined) {
      mark = createMark(guildId, channelId);
      marks.set(channelId, mark);
    }
    return mark;
  }

  function aliveUpTo(guildId: string): string {
    let upTo = newest.get(guildId) ?? NO_ID;
    for (const mark of marks.values()) {
      if (mark.guildId === guildId) upTo = olderOf(upTo, unfinishedBelow(mark) ?? upTo);
    }
    return upTo;
  }

  async function store(
    guildId: string,
    reached: ReadonlyMap<Mark, Checkpoint>,
    alive: string,
  ): Promise<void> {
    try {
      // A mark made in this process does not know yet what an earlier one, or itself before it was dropped, stored.
      const unread = [...reached.keys()].filter(({ written }) => written === null);
      if (unread.length > 0) {
        const ids = unread.map(({ channelId }) => channelId);
        const stored = await checkpoints.read(guildId, ids);
        for (const mark of unread) mark.written = stored.get(mark.channelId) ?? NOTHING;
      }
      const changes = new Map<string, Checkpoint>();
      for (const [mark, checkpoint] of reached) {
        // A checkpoint never goes back: an edit of an old message says nothing about the newer ones.
        const risen = furthest(mark.written ?? NOTHING, checkpoint);
        if (!isSame(risen, mark.written)) changes.set(mark.channelId, risen);
      }
      if (changes.size > 0) {
        const before = aliveStored.get(guildId) ?? (await checkpoints.aliveUpTo(guildId)) ?? NO_ID;
        // Nor does this.
        const risenAlive = newerOf(before, alive);
        await checkpoints.write(guildId, changes, risenAlive);
        aliveStored.set(guildId, risenAlive);
      }
      for (const mark of reached.keys()) {
        mark.written = changes.get(mark.channelId) ?? mark.written;
        const isIdle = mark.pending.size === 0 && !isBehind(mark) && !changed.has(mark);
        if (isIdle && marks.get(mark.channelId) === mark) marks.delete(mark.channelId);
      }
    } catch (error) {
      for (const mark of reached.keys()) touch(mark);
      complain({ what: 'storing checkpoints', ids: { guildId } }, error);
    }
  }

  async function storeChanged(): Promise<void> {
    const guilds = new Map<string, Map<Mark, Checkpoint>>();
    for (const mark of changed) {
      if (held.has(mark.guildId)) continue;
      changed.delete(mark);
      if (marks.get(mark.channelId) !== mark) continue;
      let reached = guilds.get(mark.guildId);
      if (reached === undefined) guilds.set(mark.guildId, (reached = new Map()));
      // Taken down now: until it is stored, a `hold` may come, and with it messages that it must not pass.
      reached.set(mark, checkpointOf(mark));
    }
    const stores = [...guilds].map(([guildId, reached]) =>
      store(guildId, reached, aliveUpTo(guildId)),
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
      open(snapshot.guildId, snapshot.channelId).pending.add(snapshot);
    },
    end(snapshot) {
      const mark = marks.get(snapshot.channelId);
      // Absent when the guild was forgotten meanwhile.
      if (mark === undefined || !mark.pending.has(snapshot)) return;
      finish(mark, snapshot);
      touch(mark);
      const { guildId, messageId } = snapshot;
      // What was missed before is not noted yet.
      if (held.has(guildId)) return;
      newest.set(guildId, newerOf(newest.get(guildId) ?? NO_ID, messageId));
    },
    find: (channelId) => marks.get(channelId) ?? null,
    open,
    touch,
    hold(guildId) {
      held.set(guildId, (held.get(guildId) ?? 0) + 1);
    },
    release(guildId) {
      const left = (held.get(guildId) ?? 0) - 1;
      if (left > 0) {
        held.set(guildId, left);
        return;
      }
      held.delete(guildId);
      for (const mark of marks.values()) if (mark.guildId === guildId) touch(mark);
    },
    aliveUpTo,
    forget(guildId) {
      newest.delete(guildId);
      aliveStored.delete(guildId);
      for (const [channelId, mark] of marks) if (mark.guildId === guildId) marks.delete(channelId);
    },
    unfinished(timeMs) {
      const guilds = new Set<string>();
      for (const mark of marks.values()) {
        if (guilds.has(mark.guildId)) continue;
        if (isBehind(mark) || [...mark.pending].some((one) => writtenAt(one) < timeMs)) {
          guilds.add(mark.guildId);
        }
      }
      return guilds;
    },
    channelsBehind() {
      let count = 0;
      for (const mark of marks.values()) if (isBehind(mark)) count += 1;
      return count;
    },
    flush,
  };
}

/** When the text of a message came to be, in milliseconds since the Unix epoch. */
export function writtenAt({ editedAt, messageId }: Snapshot): number {
  return editedAt ?? snowflakeTime(messageId);
}

const NOTHING: Checkpoint = { messageId: '0', editedAt: 0 };

function isSame(a: Checkpoint, b: Checkpoint | null): boolean {
  return a.messageId === b?.messageId && a.editedAt === b.editedAt;
}
