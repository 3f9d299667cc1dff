import { compareSnowflakes } from '../../src/lib/snowflake.ts';
import type { History } from '../../src/moderation/ports.ts';
import type { Snapshot } from '../../src/moderation/snapshot.ts';

export interface FakeHistory extends History {
  /** Adds a message, or its newest state. */
  write(snapshot: Snapshot): void;
  remove(messageId: string): void;
  /** Set: every read throws. */
  away: boolean;
  /** What was read, as `after`, `edited` or `message` with its channel. */
  readonly reads: string[];
}

/** Discord's memory of all messages. Reads yield one message at a time, as they are at that moment. */
export function createFakeHistory(): FakeHistory {
  const messages = new Map<string, Snapshot>();

  function read(what: string, channelId: string): void {
    history.reads.push(`${what} ${channelId}`);
    if (history.away) throw new Error('Discord did not answer.');
  }

  const inChannel = (channelId: string): Snapshot[] =>
    [...messages.values()]
      .filter((one) => one.channelId === channelId)
      .sort((a, b) => compareSnowflakes(a.messageId, b.messageId));

  const history: FakeHistory = {
    away: false,
    reads: [],
    write(snapshot) {
      messages.set(snapshot.messageId, snapshot);
    },
    remove(messageId) {
      messages.delete(messageId);
    },
    async *after(channelId, afterId) {
      read('after', channelId);
      let at = afterId;
      for (;;) {
        const next = inChannel(channelId).find((one) => compareSnowflakes(one.messageId, at) > 0);
        if (next === undefined) return;
        at = next.messageId;
        yield next;
      }
    },
    async *edited(channelId, sinceMs) {
      read('edited', channelId);
      for (const one of inChannel(channelId).slice(-100)) {
        if (one.editedAt !== null && one.editedAt >= sinceMs) yield one;
      }
    },
    async message(channelId, messageId) {
      read('message', channelId);
      return messages.get(messageId) ?? null;
    },
  };
  return history;
}
