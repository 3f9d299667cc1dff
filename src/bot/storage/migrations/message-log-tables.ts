import type { Kysely } from 'kysely';
import { createIndex, required } from '../../../shared/database/columns.ts';

/** Creates the tables of the message log. */
export async function messageLogTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('logged_messages')
    .addColumn('guild_id', 'text', required)
    .addColumn('message_id', 'text', required)
    .addColumn('channel_id', 'text', required)
    .addColumn('author_id', 'text', required)
    .addColumn('encrypted_text', 'text', required)
    .addColumn('edited_at', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('logged_messages_key', ['guild_id', 'message_id'])
    .execute();
  await schema
    .createTable('log_entries')
    .addColumn('guild_id', 'text', required)
    .addColumn('message_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('channel_id', 'text', required)
    .addColumn('author_id', 'text')
    .addColumn('encrypted_before', 'text')
    .addColumn('encrypted_after', 'text')
    .addColumn('attempted', 'integer', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('log_entries_key', ['guild_id', 'message_id', 'kind', 'at'])
    .execute();
  for (const table of ['logged_messages', 'log_entries']) {
    await createIndex(database, `${table}_by_author`, table, ['guild_id', 'author_id']);
    await createIndex(database, `${table}_by_expiry`, table, ['expires_at']);
  }
}
