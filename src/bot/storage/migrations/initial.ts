import { sql, type Kysely, type Migration } from 'kysely';
import { createIndex, required } from '../../../shared/database/columns.ts';
import { caseTables } from './case-tables.ts';
import { mailTables } from './mail-tables.ts';
import { messageLogTables } from './message-log-tables.ts';
import { reviewTables } from './review-tables.ts';

/** All tables of the state. */
export const initial: Migration = {
  async up(database) {
    await caseTables(database);
    await TABLES.incidents(database);
    await TABLES.servers(database);
    await TABLES.posts(database);
    await TABLES.memberNotes(database);
    await TABLES.keywords(database);
    await TABLES.service(database);
    await reviewTables(database);
    await mailTables(database);
    await messageLogTables(database);
  },
};

const TABLES = {
  async incidents(database: Kysely<unknown>) {
    const { schema } = database;
    await schema
      .createTable('incidents')
      .addColumn('guild_id', 'text', required)
      .addColumn('number', 'integer', required)
      .addColumn('opened_at', 'bigint', required)
      .addColumn('ended_at', 'bigint')
      .addColumn('unfinished', 'integer', required)
      .addColumn('record', 'text', required)
      .addPrimaryKeyConstraint('incidents_key', ['guild_id', 'number'])
      .execute();
    // A server has one open incident at most.
    await schema
      .createIndex('incidents_open')
      .unique()
      .on('incidents')
      .columns(['guild_id'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute();
    await schema
      .createIndex('incidents_unfinished')
      .on('incidents')
      .columns(['guild_id', 'number'])
      .where(sql.ref('unfinished'), '=', 1)
      .execute();
  },

  async servers(database: Kysely<unknown>) {
    const { schema } = database;
    await schema
      .createTable('checkpoints')
      .addColumn('guild_id', 'text', required)
      .addColumn('channel_id', 'text', required)
      .addColumn('message_id', 'text', required)
      .addColumn('edited_at', 'bigint', required)
      .addPrimaryKeyConstraint('checkpoints_key', ['guild_id', 'channel_id'])
      .execute();
    await schema
      .createTable('watched_guilds')
      .addColumn('guild_id', 'text', (column) => column.primaryKey())
      .addColumn('since_id', 'text')
      .addColumn('watermark_id', 'text')
      .addColumn('seen_texts', 'text')
      .execute();
    await schema
      .createTable('left_guilds')
      .addColumn('guild_id', 'text', (column) => column.primaryKey())
      .addColumn('left_at', 'bigint', required)
      .execute();
    await schema
      .createTable('erasures')
      .addColumn('guild_id', 'text', required)
      .addColumn('member_id', 'text', required)
      .addColumn('by_id', 'text', required)
      .addColumn('ended', 'integer', required)
      .addColumn('cases', 'integer', required)
      .addColumn('texts', 'integer', required)
      .addColumn('notes', 'integer', required)
      .addColumn('reviews', 'integer', required)
      .addColumn('mail', 'integer', required)
      .addColumn('messages', 'integer', required)
      .addPrimaryKeyConstraint('erasures_key', ['guild_id', 'member_id'])
      .execute();
    await schema
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
    await schema
      .createTable('known_pictures')
      .addColumn('guild_id', 'text', required)
      .addColumn('hash', 'text', required)
      .addColumn('source', 'text', required)
      .addColumn('hashes', 'text', required)
      .addColumn('encrypted_preview', 'text')
      .addColumn('by_id', 'text', required)
      .addColumn('by_name', 'text', required)
      .addColumn('added_at', 'bigint', required)
      .addPrimaryKeyConstraint('known_pictures_key', ['guild_id', 'hash'])
      .execute();
    // For Keyv's adapters.
    await schema
      .createTable('keyv')
      .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('value', 'text', required)
      .execute();
  },

  async posts(database: Kysely<unknown>) {
    const { schema } = database;
    await schema
      .createTable('events')
      .addColumn('guild_id', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', required)
      .addColumn('sequence', 'bigint', required)
      .addColumn('received_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('content', 'text')
      .addColumn('tries', 'integer', required)
      .addColumn('joined_to', 'text')
      .addColumn('reason', 'text')
      .execute();
    await createIndex(database, 'events_by_post', 'events', [
      'state',
      'guild_id',
      'kind',
      'subject',
      'sequence',
    ]);
    await schema
      .createTable('digests')
      .addColumn('target', 'text', (column) => column.primaryKey())
      .addColumn('digest', 'text', required)
      .execute();
    await schema
      .createTable('posts')
      .addColumn('guild_id', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('priority', 'integer', required)
      .addColumn('revision', 'bigint', required)
      .addColumn('due_at', 'bigint')
      .addColumn('not_before', 'bigint', required)
      .addColumn('attempt_channel_id', 'text')
      .addColumn('attempt_at', 'bigint')
      .addColumn('tries', 'integer', required)
      .addColumn('channel_id', 'text')
      .addColumn('message_id', 'text')
      .addPrimaryKeyConstraint('posts_key', ['guild_id', 'kind', 'subject'])
      .execute();
    await schema
      .createIndex('posts_by_due')
      .on('posts')
      .columns(['guild_id', 'due_at'])
      .where(sql.ref('due_at'), 'is not', null)
      .execute();
    await schema
      .createTable('notices')
      .addColumn('guild_id', 'text', required)
      .addColumn('author_id', 'text', required)
      .addColumn('case_number', 'integer', required)
      .addColumn('waiting', 'integer', required)
      .addColumn('queued_at', 'bigint', required)
      .addColumn('due_at', 'bigint', required)
      .addColumn('tries', 'integer', required)
      .addColumn('sent_at', 'bigint')
      .addColumn('expires_at', 'bigint', required)
      .addPrimaryKeyConstraint('notices_key', ['guild_id', 'author_id'])
      .execute();
    await createIndex(database, 'notices_by_due', 'notices', ['waiting', 'due_at', 'queued_at']);
    for (const table of ['events', 'notices']) {
      await createIndex(database, `${table}_by_expiry`, table, ['expires_at']);
    }
  },

  async memberNotes(database: Kysely<unknown>) {
    await database.schema
      .createTable('member_notes')
      .addColumn('guild_id', 'text', required)
      .addColumn('note_id', 'text', required)
      .addColumn('member_id', 'text', required)
      .addColumn('by_id', 'text', required)
      .addColumn('by_name', 'text', required)
      .addColumn('written_at', 'bigint', required)
      .addColumn('text', 'text', required)
      .addColumn('expires_at', 'bigint', required)
      .addPrimaryKeyConstraint('member_notes_key', ['guild_id', 'note_id'])
      .execute();
    for (const column of ['member_id', 'by_id']) {
      const name = `member_notes_by_${column}`;
      await createIndex(database, name, 'member_notes', ['guild_id', column]);
    }
    await createIndex(database, 'member_notes_by_expiry', 'member_notes', ['expires_at']);
  },

  async keywords(database: Kysely<unknown>) {
    const { schema } = database;
    await schema
      .createTable('keywords')
      .addColumn('guild_id', 'text', required)
      .addColumn('folded', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('by_id', 'text', required)
      .addColumn('by_name', 'text', required)
      .addColumn('added_at', 'bigint', required)
      .addPrimaryKeyConstraint('keywords_key', ['guild_id', 'folded'])
      .execute();
    await createIndex(database, 'keywords_by_text', 'keywords', ['folded', 'guild_id']);
    await schema
      .createTable('keyword_hits')
      .addColumn('event_id', 'text', (column) => column.primaryKey())
      .addColumn('guild_id', 'text', required)
      .addColumn('channel_id', 'text', required)
      .addColumn('message_id', 'text', required)
      .addColumn('author_id', 'text', required)
      .addColumn('keywords', 'text', required)
      .addColumn('text', 'text')
      .addColumn('alert_channel_id', 'text')
      .addColumn('alert_message_id', 'text')
      .addColumn('expires_at', 'bigint', required)
      .execute();
    await createIndex(database, 'keyword_hits_by_message', 'keyword_hits', [
      'guild_id',
      'message_id',
    ]);
    await createIndex(database, 'keyword_hits_by_author', 'keyword_hits', [
      'guild_id',
      'author_id',
    ]);
    await createIndex(database, 'keyword_hits_by_expiry', 'keyword_hits', ['expires_at']);
  },

  async service(database: Kysely<unknown>) {
    const { schema } = database;
    await schema
      .createTable('insights_jobs')
      .addColumn('guild_id', 'text', required)
      .addColumn('job_id', 'text', required)
      .addColumn('started_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('query', 'text', required)
      .addPrimaryKeyConstraint('insights_jobs_key', ['guild_id', 'job_id'])
      .execute();
    await schema
      .createTable('tagging_sessions')
      .addColumn('convo_id', 'text', (column) => column.primaryKey())
      .addColumn('guild_id', 'text', required)
      .addColumn('channel_id', 'text', required)
      .addColumn('user_id', 'text', required)
      .addColumn('title', 'text', required)
      .addColumn('started_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('encrypted_key', 'text', required)
      .execute();
    await createIndex(database, 'tagging_sessions_by_guild', 'tagging_sessions', [
      'guild_id',
      'started_at',
    ]);
    for (const table of ['insights_jobs', 'tagging_sessions']) {
      await createIndex(database, `${table}_by_expiry`, table, ['expires_at']);
    }
  },
};
