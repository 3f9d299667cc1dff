import { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import type { KeywordHit, KeywordHits } from '../moderation/ports.ts';
import { createCollection } from './collection.ts';
import type { Database, Row } from './database.ts';

/** Texts that are removed at once. */
const PAGE = 1000;

const hitSchema = z.object({
  eventId: z.string(),
  guildId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  authorId: z.string(),
  keyword: z.string(),
});

export interface StoredKeywordHits extends KeywordHits {
  /** The rows of a hit that is kept for so long, for a batch (`Database.setMany`). */
  rows(hit: KeywordHit, keepMs: number): Row[];
}

/** The text of a hit stands apart, under its author, so that it can be removed while the hit stays. */
export function createKeywordHits(database: Database, logger: Logger): StoredKeywordHits {
  const hits = createCollection({ database, prefix: 'keyword-hit', schema: hitSchema, logger });
  const texts = createCollection({ database, prefix: 'hit-text', schema: z.string(), logger });

  const ofAuthor = (guildId: string, authorId: string): string => `${guildId}:${authorId}:`;
  const textKey = ({ guildId, authorId, eventId }: Omit<KeywordHit, 'text'>): string =>
    `${ofAuthor(guildId, authorId)}${eventId}`;

  return {
    rows: ({ text, ...hit }, keepMs) => [
      hits.row(hit.eventId, hit, keepMs),
      ...(text === null ? [] : [texts.row(textKey(hit), text, keepMs)]),
    ],
    async get(eventId) {
      const hit = await hits.get(eventId);
      return hit === null ? null : { ...hit, text: await texts.get(textKey(hit)) };
    },
    async forgetTexts(guildId, authorId) {
      for (let count = 0; ;) {
        const keys = await texts.page(ofAuthor(guildId, authorId), { limit: PAGE });
        await texts.deleteMany(keys);
        count += keys.length;
        if (keys.length < PAGE) return count;
      }
    },
  };
}
