import { LRUCache } from 'lru-cache';
import { snowflakeTime } from '../../shared/snowflake.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/** How many further samples of one author's long texts the service reads in a minute: as many as six long files have. */
const MAX_FURTHER_SAMPLES = 30;
/** Measured by the times in the messages' ids, so that it makes no difference when a message is fetched. */
const WINDOW_MS = 60_000;
const MAX_AUTHORS = 10_000;

/** Limits what the long texts of one author cost: a short text is one request to the service, a file several. */
export interface LongTextLimit {
  /** How many of `wanted` samples of this message are read; at least one. */
  take(snapshot: Snapshot, wanted: number): number;
}

export function createLongTextLimit(): LongTextLimit {
  const authors = new LRUCache<string, { readonly since: number; used: number }>({
    max: MAX_AUTHORS,
  });

  return {
    take({ guildId, author, messageId, editedAt }, wanted) {
      if (wanted <= 1) return 1;
      const at = editedAt ?? snowflakeTime(messageId);
      const key = `${guildId}:${author.id}`;
      const known = authors.get(key);
      const isOver = known === undefined || at - known.since >= WINDOW_MS;
      const window = isOver ? { since: at, used: 0 } : known;
      const taken = Math.min(wanted - 1, MAX_FURTHER_SAMPLES - window.used);
      window.used += taken;
      authors.set(key, window);
      return 1 + taken;
    },
  };
}
