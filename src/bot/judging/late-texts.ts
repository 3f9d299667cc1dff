import type { Background } from '../../shared/tasks/background.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Intake } from './intake.ts';

/** For all servers together. Each takes about a kilobyte. */
export const MAX_LATE_TEXTS = 50_000;

/**
 * Texts that are not messages and for which there was no room, such as names in a flood of joins. They wait here, because
 * Discord has no history of them to read later. Those that still wait when the process ends are not checked.
 */
export interface LateTexts {
  /** False: too many wait. */
  add(snapshot: Snapshot): boolean;
  forget(guildId: string): void;
  size(): number;
}

export function createLateTexts({
  intake,
  background,
  signal,
  limit = MAX_LATE_TEXTS,
}: {
  intake: Pick<Intake, 'offer' | 'waitForRoom'>;
  background: Background;
  signal: AbortSignal;
  limit?: number;
}): LateTexts {
  /** By server, then by the text's subject, of which only the latest text counts. */
  const servers = new Map<string, Map<string, Snapshot>>();
  let size = 0;

  async function drain(guildId: string, waiting: Map<string, Snapshot>): Promise<void> {
    for (const [id] of waiting) {
      for (;;) {
        await intake.waitForRoom(guildId);
        if (signal.aborted) return;
        const snapshot = waiting.get(id);
        // Another message may have taken the room.
        if (snapshot === undefined || intake.offer(snapshot)) break;
      }
      if (waiting.delete(id)) size -= 1;
    }
    if (servers.get(guildId) === waiting) servers.delete(guildId);
  }

  return {
    add(snapshot) {
      const { guildId, messageId } = snapshot;
      const waiting = servers.get(guildId);
      if (waiting?.has(messageId) === true) {
        waiting.set(messageId, snapshot);
        return true;
      }
      if (size >= limit) return false;
      size += 1;
      if (waiting !== undefined) {
        waiting.set(messageId, snapshot);
        return true;
      }
      const first = new Map([[messageId, snapshot]]);
      servers.set(guildId, first);
      const errorContext = { operation: 'checking names and titles late', ids: { guildId } };
      background.run(errorContext, () => drain(guildId, first));
      return true;
    },
    forget(guildId) {
      const waiting = servers.get(guildId);
      if (waiting === undefined) return;
      size -= waiting.size;
      waiting.clear();
      servers.delete(guildId);
    },
    size: () => size,
  };
}
