import { sql, type Kysely } from 'kysely';
import { createIndex, required } from '../../../shared/database/columns.ts';

/** Creates the tables of cases. */
export async function caseTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('cases')
    .addColumn('guild_id', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('message_id', 'text', required)
    .addColumn('channel_id', 'text', required)
    .addColumn('author_id', 'text', required)
    .addColumn('used_by', 'text')
    .addColumn('opened_at', 'bigint', required)
    .addColumn('unfinished', 'integer', required)
    .addColumn('next_action', 'text')
    .addColumn('urgency', 'integer', required)
    .addColumn('result', 'text', required)
    .addColumn('category', 'text')
    .addColumn('handled_by', 'text')
    .addColumn('handled_as', 'text')
    .addColumn('handled_at', 'bigint')
    .addColumn('false_positive', 'integer', required)
    .addColumn('by_webhook', 'integer', required)
    .addColumn('alert_id', 'text')
    .addColumn('incident', 'integer')
    .addColumn('similar_to', 'integer')
    .addColumn('ban_ends_at', 'bigint')
    .addColumn('outcomes', 'text', required)
    .addColumn('stands', 'integer', required)
    .addColumn('record', 'text', required)
    .addPrimaryKeyConstraint('cases_key', ['guild_id', 'number'])
    .execute();
  await createIndex(database, 'cases_by_message', 'cases', ['guild_id', 'message_id', 'number']);
  // The last two make it enough for counting.
  await createIndex(database, 'cases_by_author', 'cases', [
    'guild_id',
    'author_id',
    'number',
    'channel_id',
    'by_webhook',
  ]);
  await schema
    .createIndex('cases_by_user')
    .on('cases')
    .columns(['guild_id', 'used_by', 'number'])
    .where(sql.ref('used_by'), 'is not', null)
    .execute();
  await schema
    .createIndex('cases_with_alert_by_author')
    .on('cases')
    .columns(['guild_id', 'author_id', 'number'])
    .where(sql.ref('alert_id'), 'is not', null)
    .execute();
  await createIndex(database, 'cases_by_guild_and_age', 'cases', ['guild_id', 'opened_at']);
  await schema
    .createIndex('cases_by_alert')
    .on('cases')
    .columns(['guild_id', 'alert_id', 'number'])
    .where(sql.ref('alert_id'), 'is not', null)
    .execute();
  await schema
    .createIndex('cases_by_next_action')
    .on('cases')
    .columns(['guild_id', 'next_action', 'channel_id', 'urgency', 'number'])
    .where(sql.ref('next_action'), 'is not', null)
    .execute();
  await schema
    .createIndex('cases_unfinished')
    .on('cases')
    .columns(['guild_id', 'author_id', 'number'])
    .where(sql.ref('unfinished'), '=', 1)
    .execute();
  await schema
    .createIndex('cases_by_incident')
    .on('cases')
    .columns(['guild_id', 'incident', 'number'])
    .where(sql.ref('incident'), 'is not', null)
    .execute();
  await schema
    .createIndex('cases_by_ban_end')
    .on('cases')
    .columns(['ban_ends_at'])
    .where(sql.ref('ban_ends_at'), 'is not', null)
    .execute();
  await schema
    .createTable('case_moderators')
    .addColumn('guild_id', 'text', required)
    .addColumn('moderator_id', 'text', required)
    .addColumn('case_number', 'integer', required)
    .addPrimaryKeyConstraint('case_moderators_key', ['guild_id', 'moderator_id', 'case_number'])
    .execute();
  const byCase = ['guild_id', 'case_number'];
  await createIndex(database, 'case_moderators_by_case', 'case_moderators', byCase);
  await schema
    .createTable('case_days')
    .addColumn('guild_id', 'text', required)
    .addColumn('day', 'integer', required)
    .addColumn('channel_id', 'text', required)
    .addColumn('counts', 'text')
    .addPrimaryKeyConstraint('case_days_key', ['guild_id', 'day', 'channel_id'])
    .execute();
  await schema
    .createTable('case_numbers')
    .addColumn('guild_id', 'text', (column) => column.primaryKey())
    .addColumn('last', 'integer', required)
    .addColumn('last_incident', 'integer', required)
    .execute();
  await schema
    .createTable('case_texts')
    .addColumn('guild_id', 'text', required)
    .addColumn('case_number', 'integer', required)
    .addColumn('author_id', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('quotes', 'text')
    .addColumn('encrypted_pictures', 'text')
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('case_texts_key', ['guild_id', 'case_number'])
    .execute();
  await createIndex(database, 'case_texts_by_author', 'case_texts', ['guild_id', 'author_id']);
  await createIndex(database, 'case_texts_by_expiry', 'case_texts', ['expires_at']);
}
