import { sql, type Migration } from 'kysely';
import { required } from '../../../shared/database/columns.ts';

/** The weekly report was the first post of its kind; others follow. */
export const scheduledPosts: Migration = {
  async up(database) {
    await database.schema
      .createTable('scheduled_posts')
      .addColumn('guild_id', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('due_at', 'bigint', required)
      .addColumn('posted', 'integer', required)
      .addPrimaryKeyConstraint('scheduled_posts_key', ['guild_id', 'kind'])
      .execute();
    await database
      .insertInto('scheduled_posts')
      .columns(['guild_id', 'kind', 'due_at', 'posted'])
      .expression(
        database
          .selectFrom('weekly_reports')
          .select(['guild_id', sql.lit('weekly report').as('kind'), 'due_at', 'posted']),
      )
      .execute();
    await database.schema.dropTable('weekly_reports').execute();
  },
};
