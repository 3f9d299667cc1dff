import type { Kysely, Migration } from 'kysely';
import { required } from '../../../shared/database/columns.ts';

/** The lists of blocked and allowed words. */
export const serverWords: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('server_words')
      .addColumn('guild_id', 'text', required)
      .addColumn('key', 'text', required)
      .addColumn('list', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('by_id', 'text', required)
      .addColumn('by_name', 'text', required)
      .addColumn('added_at', 'bigint', required)
      .addPrimaryKeyConstraint('server_words_key', ['guild_id', 'key'])
      .execute();
  },
};
