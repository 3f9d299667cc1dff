import type { Checkpoint, Checkpoints } from '../domain/ports.ts';
import { furthestCheckpoint, newerOf, NO_ID, type Mark } from './mark.ts';

/** Writes the checkpoints of a server together with its watermark. Neither ever goes back. */
export interface CheckpointWriter {
  /** Rejects if the checkpoints cannot be stored. */
  write(guildId: string, reached: ReadonlyMap<Mark, Checkpoint>, watermark: string): Promise<void>;
  forget(guildId: string): void;
}

export function createCheckpointWriter(
  checkpoints: Pick<Checkpoints, 'read' | 'write' | 'guildWatermark'>,
): CheckpointWriter {
  /** The stored watermark of each server for which it was read or written. */
  const storedGuildWatermarks = new Map<string, string>();

  /**
   * A new mark doesn't know what an earlier process stored, or what this one stored through an earlier mark of the channel.
   */
  async function readStored(guildId: string, reached: Iterable<Mark>): Promise<void> {
    const unread = [...reached].filter(({ stored }) => stored === null);
    if (unread.length === 0) return;
    const ids = unread.map(({ channelId }) => channelId);
    const checkpointsById = await checkpoints.read(guildId, ids);
    for (const mark of unread) mark.stored = checkpointsById.get(mark.channelId) ?? NO_CHECKPOINT;
  }

  return {
    async write(guildId, reached, watermark) {
      await readStored(guildId, reached.keys());
      const changes = new Map<string, Checkpoint>();
      for (const [mark, checkpoint] of reached) {
        // A checkpoint never goes back: an edit of an old message says nothing about the newer ones.
        const furthest = furthestCheckpoint(mark.stored ?? NO_CHECKPOINT, checkpoint);
        if (!isSame(furthest, mark.stored)) changes.set(mark.channelId, furthest);
      }
      if (changes.size > 0) {
        const stored =
          storedGuildWatermarks.get(guildId) ??
          (await checkpoints.guildWatermark(guildId)) ??
          NO_ID;
        // The server's watermark never goes back either.
        const newest = newerOf(stored, watermark);
        await checkpoints.write(guildId, changes, newest);
        storedGuildWatermarks.set(guildId, newest);
      }
      for (const mark of reached.keys()) mark.stored = changes.get(mark.channelId) ?? mark.stored;
    },
    forget: (guildId) => void storedGuildWatermarks.delete(guildId),
  };
}

const NO_CHECKPOINT: Checkpoint = { messageId: NO_ID, editedAt: 0 };

function isSame(a: Checkpoint, b: Checkpoint | null): boolean {
  return a.messageId === b?.messageId && a.editedAt === b.editedAt;
}
