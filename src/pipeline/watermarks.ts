import { snowflakeTime } from '../lib/snowflake.ts';
import type { Clock } from '../lib/clock.ts';
import type { Checkpoint, Checkpoints } from '../moderation/ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import { checkpointOf, createMark, finish, isBehind, newerOf, type Mark } from './mark.ts';
import type { Complain } from './retry.ts';

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

  async function store(guildId: string, reached: ReadonlyMap<Mark, Checkpoint>): Promise<void> {
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
        const risen = highest(mark.written ?? NOTHING, checkpoint);
        if (!isSame(risen, mark.written)) changes.set(mark.channelId, risen);
      }
      if (changes.size > 0) await checkpoints.write(guildId, changes);
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
    await Promise.all([...guilds].map(([guildId, reached]) => store(guildId, reached)));
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
    forget(guildId) {
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

/** A checkpoint never goes back: an edit of an old message says nothing about the newer ones. */
function highest(a: Checkpoint, b: Checkpoint): Checkpoint {
  return {
    messageId: newerOf(a.messageId, b.messageId),
    editedAt: Math.max(a.editedAt, b.editedAt),
  };
}

function isSame(a: Checkpoint, b: Checkpoint | null): boolean {
  return a.messageId === b?.messageId && a.editedAt === b.editedAt;
}
