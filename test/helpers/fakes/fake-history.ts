import { compareSnowflakes } from '../../../src/shared/snowflake.ts';
import type { History } from '../../../src/bot/domain/ports.ts';
import type { Snapshot } from '../../../src/bot/domain/snapshot.ts';

export interface FakeHistory extends History {
  /** Adds a message, or its newest state. */
  write(snapshot: Snapshot): void;
  remove(messageId: string): void;
  /** If set, every read throws. */
  away: boolean;
  /** Every read: `after`, `edited` or `message`, with its channel. */
  readonly reads: string[];
}

/** Discord's stored messages. Reads yield one message at a time in its current state. */
export function createFakeHistory(): FakeHistory {
  const messages = new Map<string, Snapshot>();
  /** A cache of the messages by channel, oldest first. Cleared at each change. */
  const sorted = new Map<string, Snapshot[]>();

  function read(kind: string, channelId: string): void {
    history.reads.push(`${kind} ${channelId}`);
    if (history.away) throw new Error('Discord did not answer.');
  }

  function inChannel(channelId: string): readonly Snapshot[] {
    const known = sorted.get(channelId);
    if (known !== undefined) return known;
    const found = [...messages.values()]
      .filter((snapshot) => snapshot.channelId === channelId)
      .sort((a, b) => compareSnowflakes(a.messageId, b.messageId));
    sorted.set(channelId, found);
    return found;
  }

  const history: FakeHistory = {
    away: false,
    reads: [],
    write(snapshot) {
      messages.set(snapshot.messageId, snapshot);
      sorted.clear();
    },
    remove(messageId) {
      messages.delete(messageId);
      sorted.clear();
    },
    async *after(channelId, afterId) {
      read('after', channelId);
      let at = afterId;
      for (;;) {
        const next = inChannel(channelId).find(
          (snapshot) => compareSnowflakes(snapshot.messageId, at) > 0,
        );
        if (next === undefined) return;
        at = next.messageId;
        yield next;
      }
    },
    async *latest(channelId) {
      read('latest', channelId);
      yield* inChannel(channelId).toReversed();
    },
    async *edited(channelId, sinceMs) {
      read('edited', channelId);
      for (const snapshot of inChannel(channelId).slice(-100)) {
        if (snapshot.editedAt !== null && snapshot.editedAt >= sinceMs) yield snapshot;
      }
    },
    async message(channelId, messageId) {
      read('message', channelId);
      return messages.get(messageId) ?? null;
    },
  };
  return history;
}
