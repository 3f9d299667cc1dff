import type { Clock } from '../lib/clock.ts';
import type { KeywordHit, KeywordHits } from '../moderation/ports.ts';
import type { StateDatabase } from './tables.ts';

export interface StoredKeywordHits extends KeywordHits {
  /** Stores a hit for `keepMs`, as part of a transaction. */
  add(transaction: StateDatabase, hit: KeywordHit, keepMs: number): Promise<void>;
}

export function createKeywordHits(database: StateDatabase, clock: Clock): StoredKeywordHits {
  return {
    async add(transaction, hit, keepMs) {
      const values = {
        guild_id: hit.guildId,
        channel_id: hit.channelId,
        message_id: hit.messageId,
        author_id: hit.authorId,
        keyword: hit.keyword,
        text: hit.text,
        expires_at: clock.now() + keepMs,
      };
      await transaction
        .insertInto('keyword_hits')
        .values({ event_id: hit.eventId, ...values })
        .onConflict((conflict) => conflict.column('event_id').doUpdateSet(values))
        .execute();
    },
    async get(eventId) {
      const row = await database
        .selectFrom('keyword_hits')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        eventId,
        guildId: row.guild_id,
        channelId: row.channel_id,
        messageId: row.message_id,
        authorId: row.author_id,
        keyword: row.keyword,
        text: row.text,
      };
    },
    async forgetTexts(guildId, authorId) {
      const { numUpdatedRows } = await database
        .updateTable('keyword_hits')
        .set({ text: null })
        .where('guild_id', '=', guildId)
        .where('author_id', '=', authorId)
        .where('text', 'is not', null)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}
