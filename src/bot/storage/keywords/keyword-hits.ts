import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { MessageRef } from '../../domain/case.ts';
import type { AlertedHit, KeywordHit, KeywordHits } from '../../domain/keyword-hits.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase, StateTables } from '../tables.ts';

export interface StoredKeywordHits extends KeywordHits {
  /** Stores a hit for `keepMs`, as part of a transaction. */
  add(transaction: StateDatabase, hit: KeywordHit, keepMs: number): Promise<void>;
  /** Records where the alert about a hit is, as part of a transaction. */
  setAlert(transaction: StateDatabase, eventId: string, alert: MessageRef): Promise<void>;
  /** Adds a keyword to a hit as part of a transaction. False: its alert belongs to a case by now, or the hit is gone. */
  addKeyword(transaction: StateDatabase, hit: AlertedHit, keyword: string): Promise<boolean>;
  /** `claim` as part of a transaction. */
  claimIn(transaction: StateDatabase, eventId: string): Promise<void>;
}

const keywordsSchema = z.array(z.string());

export function createKeywordHits(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
): StoredKeywordHits {
  function hitOf(row: Selectable<StateTables['keyword_hits']>): KeywordHit {
    const name = `keyword hit ${row.event_id}`;
    return {
      eventId: row.event_id,
      guildId: row.guild_id,
      channelId: row.channel_id,
      messageId: row.message_id,
      authorId: row.author_id,
      keywords: parseRecord(keywordsSchema, row.keywords, { logger, name }) ?? [],
      text: row.text,
    };
  }

  const select = (transaction = database) =>
    transaction.selectFrom('keyword_hits').selectAll().where('expires_at', '>', clock.now());

  async function claimIn(transaction: StateDatabase, eventId: string): Promise<void> {
    await transaction
      .updateTable('keyword_hits')
      .set({ alert_channel_id: null, alert_message_id: null })
      .where('event_id', '=', eventId)
      .execute();
  }

  return {
    async add(transaction, hit, keepMs) {
      const values = {
        guild_id: hit.guildId,
        channel_id: hit.channelId,
        message_id: hit.messageId,
        author_id: hit.authorId,
        keywords: JSON.stringify(hit.keywords),
        text: hit.text,
        expires_at: clock.now() + keepMs,
      };
      await transaction
        .insertInto('keyword_hits')
        .values({ event_id: hit.eventId, ...values })
        .onConflict((conflict) => conflict.column('event_id').doUpdateSet(values))
        .execute();
    },
    async setAlert(transaction, eventId, alert) {
      await transaction
        .updateTable('keyword_hits')
        .set({ alert_channel_id: alert.channelId, alert_message_id: alert.messageId })
        .where('event_id', '=', eventId)
        .execute();
    },
    async get(eventId) {
      const row = await select().where('event_id', '=', eventId).executeTakeFirst();
      return row === undefined ? null : hitOf(row);
    },
    async ofMessage(guildId, messageId) {
      const row = await select()
        .where('guild_id', '=', guildId)
        .where('message_id', '=', messageId)
        .where('alert_message_id', 'is not', null)
        .orderBy('expires_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined || row.alert_channel_id === null || row.alert_message_id === null) {
        return null;
      }
      const alert = { channelId: row.alert_channel_id, messageId: row.alert_message_id };
      return { ...hitOf(row), alert };
    },
    async addKeyword(transaction, { eventId, alert }, keyword) {
      const row = await select(transaction)
        .where('event_id', '=', eventId)
        .where('alert_message_id', '=', alert.messageId)
        .$if(isPostgres(database), (query) => query.forUpdate())
        .executeTakeFirst();
      if (row === undefined) return false;
      const keywords = [...new Set([...hitOf(row).keywords, keyword])];
      await transaction
        .updateTable('keyword_hits')
        .set({ keywords: JSON.stringify(keywords) })
        .where('event_id', '=', eventId)
        .execute();
      return true;
    },
    claim: (eventId) => claimIn(database, eventId),
    claimIn,
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
