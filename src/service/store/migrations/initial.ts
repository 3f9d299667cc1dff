import type { Kysely, Migration } from 'kysely';
import { bytesType, createIndex, idType, required } from '../../../shared/database/columns.ts';
import { createSamples } from './create-samples.ts';

/** All tables of the service. */
export const initial: Migration = {
  async up(database) {
    await createSamples(database);
    await TABLES.statistics(database);
    await TABLES.addons(database);
    await TABLES.tagging(database);
    await TABLES.properties(database);
    await TABLES.instances(database);
  },
};

const TABLES = {
  async statistics(database: Kysely<unknown>) {
    const { schema } = database;
    const id = idType(database);
    await schema
      .createTable('statistics_records')
      .addColumn('account', 'text', required)
      .addColumn('closes_ms', 'bigint', required)
      .addColumn('passed', 'bigint', required)
      .addColumn('flagged', 'bigint', required)
      .addColumn('deleted', 'bigint', required)
      .addPrimaryKeyConstraint('statistics_records_key', ['account', 'closes_ms'])
      .execute();
    await schema
      .createTable('statistics_lifetime')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('passed', 'bigint', required)
      .addColumn('flagged', 'bigint', required)
      .addColumn('deleted', 'bigint', required)
      .execute();
    await schema
      .createTable('insights_jobs')
      .addColumn('number', id.type, id.build)
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('account', 'text', required)
      .addColumn('metric', 'text', required)
      .addColumn('from_ms', 'bigint', required)
      .addColumn('to_ms', 'bigint', required)
      .addColumn('max_results', 'integer', required)
      .addColumn('status', 'text', required)
      .addColumn('ended_ms', 'bigint')
      .addColumn('claimed_by', 'text')
      .execute();
    await createIndex(database, 'insights_jobs_by_end', 'insights_jobs', ['ended_ms', 'number']);
    await schema
      .createTable('insights_results')
      .addColumn('job', 'text', required)
      .addColumn('position', 'integer', required)
      .addColumn('sample', 'text', required)
      .addColumn('score', 'double precision', required)
      .addColumn('time_ms', 'bigint', required)
      .addColumn('version', 'text', required)
      .addPrimaryKeyConstraint('insights_results_key', ['job', 'position'])
      .execute();
  },

  async addons(database: Kysely<unknown>) {
    const { schema } = database;
    const id = idType(database);
    await schema
      .createTable('keyword_alerts')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('webhook', 'text', required)
      .addColumn('include_full_message', 'integer', required)
      .execute();
    await schema
      .createTable('keywords')
      .addColumn('account', 'text', required)
      .addColumn('normalised', 'text', required)
      .addColumn('keyword', 'text', required)
      .addPrimaryKeyConstraint('keywords_key', ['account', 'normalised'])
      .execute();
    await schema
      .createTable('addon_secrets')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('secret', 'text', required)
      .execute();
    await schema
      .createTable('outbox')
      .addColumn('id', id.type, id.build)
      .addColumn('webhook', 'text', required)
      .addColumn('body', 'text', required)
      .addColumn('delivery', 'text', required)
      .addColumn('created_ms', 'bigint', required)
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('due_ms', 'bigint', required)
      .execute();
    await createIndex(database, 'outbox_by_webhook', 'outbox', ['webhook', 'id']);
  },

  async tagging(database: Kysely<unknown>) {
    const { schema } = database;
    await schema
      .createTable('tagging_sessions')
      .addColumn('account', 'text', required)
      .addColumn('convo_id', 'text', required)
      .addColumn('instance_id', 'text', required)
      .addColumn('url', 'text', required)
      .addColumn('webhook', 'text')
      .addColumn('state', 'text', required)
      .addColumn('stop_reason', 'text')
      .addColumn('tags', 'text', required)
      .addColumn('undocumented_tags', 'text', required)
      .addColumn('is_cut', 'integer', required)
      .addColumn('transcript', bytesType(database))
      .addColumn('created_ms', 'bigint', required)
      .addColumn('claimed_by', 'text')
      .addPrimaryKeyConstraint('tagging_sessions_key', ['account', 'convo_id'])
      .execute();
    await createIndex(database, 'tagging_sessions_by_state', 'tagging_sessions', [
      'state',
      'created_ms',
    ]);
  },

  async properties(database: Kysely<unknown>) {
    const { schema } = database;
    const id = idType(database);
    await schema
      .createTable('property_settings')
      .addColumn('account', 'text', required)
      .addColumn('property_id', 'text', required)
      .addColumn('key', 'text', required)
      .addColumn('value', 'text', required)
      .addPrimaryKeyConstraint('property_settings_key', ['account', 'property_id', 'key'])
      .execute();
    await schema
      .createTable('property_days')
      .addColumn('account', 'text', required)
      .addColumn('property_id', 'text', required)
      .addColumn('day', 'text', required)
      .addColumn('passed', 'bigint', required)
      .addColumn('flagged', 'bigint', required)
      .addColumn('deleted', 'bigint', required)
      .addColumn('events', 'bigint', required)
      .addPrimaryKeyConstraint('property_days_key', ['account', 'property_id', 'day'])
      .execute();
    await schema
      .createTable('property_events')
      .addColumn('id', id.type, id.build)
      .addColumn('account', 'text', required)
      .addColumn('property_id', 'text', required)
      .addColumn('time_ms', 'bigint', required)
      .addColumn('type', 'text', required)
      .addColumn('detail', 'text', required)
      .execute();
    await createIndex(database, 'property_events_by_time', 'property_events', [
      'account',
      'property_id',
      'time_ms',
    ]);
    await createIndex(database, 'property_events_by_age', 'property_events', ['time_ms']);
  },

  /** The running instances that share the database. */
  async instances({ schema }: Kysely<unknown>) {
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
  },
};
