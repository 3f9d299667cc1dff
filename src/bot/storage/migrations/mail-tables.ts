import type { Kysely } from 'kysely';
import { createIndex, required } from '../../../shared/database/columns.ts';

/** Creates the tables of members' messages to the moderators. */
export async function mailTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('mail_servers')
    .addColumn('guild_id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', required)
    .execute();
  await schema
    .createTable('mail_conversations')
    .addColumn('guild_id', 'text', required)
    .addColumn('member_id', 'text', required)
    .addColumn('member_name', 'text', required)
    .addColumn('opened_at', 'bigint', required)
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_by', 'text')
    .addColumn('closing_note', 'text')
    .addColumn('blocked_by', 'text')
    .addColumn('dm_channel_id', 'text')
    .addColumn('dm_seen_id', 'text')
    .addColumn('channel_id', 'text')
    .addColumn('thread_id', 'text')
    .addColumn('thread_seen_id', 'text')
    .addColumn('expires_at', 'bigint')
    .addPrimaryKeyConstraint('mail_conversations_key', ['guild_id', 'member_id'])
    .execute();
  await createIndex(database, 'mail_conversations_by_member', 'mail_conversations', ['member_id']);
  await createIndex(database, 'mail_conversations_by_thread', 'mail_conversations', [
    'guild_id',
    'thread_id',
  ]);
  await schema
    .createTable('mail_entries')
    .addColumn('guild_id', 'text', required)
    .addColumn('entry_id', 'text', required)
    .addColumn('member_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('by_id', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('files', 'text', required)
    .addColumn('before', 'text')
    .addColumn('deleted', 'integer', required)
    .addColumn('delivery', 'text', required)
    .addColumn('written_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('mail_entries_key', ['guild_id', 'entry_id'])
    .execute();
  await createIndex(database, 'mail_entries_by_id', 'mail_entries', ['entry_id']);
  await createIndex(database, 'mail_entries_by_member', 'mail_entries', [
    'guild_id',
    'member_id',
    'written_at',
  ]);
  await createIndex(database, 'mail_entries_by_sender', 'mail_entries', ['guild_id', 'by_id']);
  for (const table of ['mail_conversations', 'mail_entries']) {
    await createIndex(database, `${table}_by_expiry`, table, ['expires_at']);
  }
}
