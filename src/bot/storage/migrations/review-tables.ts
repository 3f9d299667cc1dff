import { sql, type Kysely } from 'kysely';
import { createIndex, required } from '../../../shared/database/columns.ts';

/** Creates the tables of appeals and reports. */
export async function reviewTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('reviews')
    .addColumn('guild_id', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('case_number', 'integer')
    .addColumn('member_id', 'text', required)
    .addColumn('opened_at', 'bigint', required)
    .addColumn('open', 'integer', required)
    .addColumn('unsettled', 'integer', required)
    .addColumn('decided_by', 'text')
    .addColumn('record', 'text', required)
    .addColumn('expires_at', 'bigint')
    .addPrimaryKeyConstraint('reviews_key', ['guild_id', 'subject'])
    .execute();
  await createIndex(database, 'reviews_by_state', 'reviews', ['guild_id', 'open', 'opened_at']);
  await createIndex(database, 'reviews_by_work', 'reviews', ['unsettled', 'guild_id']);
  await createIndex(database, 'reviews_by_case', 'reviews', ['guild_id', 'case_number']);
  await createIndex(database, 'reviews_by_member', 'reviews', ['guild_id', 'member_id']);
  await schema
    .createIndex('reviews_by_moderator')
    .on('reviews')
    .columns(['guild_id', 'decided_by', 'opened_at'])
    .where(sql.ref('decided_by'), 'is not', null)
    .execute();
  await schema
    .createTable('review_texts')
    .addColumn('guild_id', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('member_id', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('review_texts_key', ['guild_id', 'subject'])
    .execute();
  await schema
    .createTable('reporters')
    .addColumn('guild_id', 'text', required)
    .addColumn('message_id', 'text', required)
    .addColumn('reporter_id', 'text', required)
    .addColumn('reported_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('reporters_key', ['guild_id', 'message_id', 'reporter_id'])
    .execute();
  await createIndex(database, 'reporters_by_time', 'reporters', [
    'guild_id',
    'reporter_id',
    'reported_at',
  ]);
  for (const table of ['reviews', 'review_texts', 'reporters']) {
    await createIndex(database, `${table}_by_expiry`, table, ['expires_at']);
  }
}
