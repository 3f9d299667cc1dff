import { sql, type Migration } from 'kysely';
import { createIndex, required } from '../../../shared/database/columns.ts';

/** Tables that several instances of the service share. */
export const instances: Migration = {
  async up(database) {
    const { schema } = database;
    await schema
      .createTable('instances')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('seen_ms', 'bigint', required)
      .execute();
    await schema
      .createTable('revisions')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('revision', 'bigint', required)
      .execute();
    await sql`
      INSERT INTO revisions (name, revision)
      SELECT 'addons/' || account, 1
      FROM (
        SELECT account FROM keyword_alerts
        UNION SELECT account FROM keywords
        UNION SELECT account FROM addon_secrets
      ) AS accounts_with_addons
    `.execute(database);
    await schema
      .createTable('accounts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_ms', 'bigint', required)
      .addColumn('revoked_ms', 'bigint')
      .execute();
    await schema
      .createTable('outbox_claims')
      .addColumn('webhook', 'text', (column) => column.primaryKey())
      .addColumn('claimed_by', 'text', required)
      .execute();
    await schema
      .createTable('statistics_searches')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('searched_ms', 'bigint', required)
      .execute();
    for (const table of ['insights_jobs', 'tagging_sessions']) {
      await schema.alterTable(table).addColumn('claimed_by', 'text').execute();
    }
    await createIndex(database, 'insights_jobs_by_end', 'insights_jobs', ['ended_ms', 'number']);
    await createIndex(database, 'tagging_sessions_by_state', 'tagging_sessions', [
      'state',
      'created_ms',
    ]);
  },
};
