import { sql, type Kysely, type Migration } from 'kysely';
import { createIndex, required } from '../database/columns.ts';
import type { Migrations } from '../database/migrate.ts';
import { reviews } from './migrations/reviews.ts';

/*
 * The tables of the bot's state. Times are milliseconds since the Unix epoch. JSON columns hold records that their
 * store checks when it reads them. Every key starts with the server's id, because a server has one writer.
 */
export interface StateTables {
  cases: {
    guild_id: string;
    number: number;
    message_id: string;
    channel_id: string;
    author_id: string;
    opened_at: number;
    /** 1 while a step or a moderator's action has no outcome. */
    unfinished: 0 | 1;
    /** The kind of its next action; null: only the alert is open, or nothing. */
    next_action: string | null;
    /** See `urgencyOf`. */
    urgency: number;
    /* What statistics count (`CaseFacts`). */
    result: string;
    category: string | null;
    handled_by: string | null;
    handled_as: string | null;
    false_positive: 0 | 1;
    /** Counts in the author's history. */
    stands: 0 | 1;
    by_webhook: 0 | 1;
    /** The message id of its alert, which other cases of the author may share. */
    alert_id: string | null;
    /** The incident it belongs to, and the case there with nearly the same text. */
    incident: number | null;
    similar_to: number | null;
    /** What was done and what failed. See `outcomesColumn`. */
    outcomes: string;
    /** JSON of the whole case. */
    record: string;
  };
  /** The last number of a case and of an incident. Kept apart so that numbers are never used again. */
  case_numbers: { guild_id: string; last: number; last_incident: number };
  incidents: {
    guild_id: string;
    number: number;
    opened_at: number;
    ended_at: number | null;
    /** 1 while it is open or a moderator's action about it has not ended. */
    unfinished: 0 | 1;
    /** JSON of the whole incident. */
    record: string;
  };
  /** What a member wrote, apart from the case, because it expires earlier. */
  case_texts: {
    guild_id: string;
    case_number: number;
    author_id: string;
    text: string;
    /** What the verdict quotes of the text, as JSON. */
    quotes: string | null;
    expires_at: number;
  };
  checkpoints: { guild_id: string; channel_id: string; message_id: string; edited_at: number };
  watched_guilds: { guild_id: string; since_id: string | null; watermark_id: string | null };
  /** The servers that the bot is no longer in, until their data is erased. */
  left_guilds: { guild_id: string; left_at: number };
  /** Webhook events: waiting, failed, or done and kept only to recognise a repetition. */
  events: {
    id: string;
    state: 'waiting' | 'failed' | 'done';
    lane: string;
    sequence: number;
    received_at: number;
    expires_at: number;
    /** JSON; null once the event is done. */
    content: string | null;
    tries: number;
    /** JSON. */
    post_attempt: string | null;
    /** Only failed events have this column and the next two. */
    guild_id: string | null;
    addon: string | null;
    reason: string | null;
  };
  digests: { target: string; digest: string };
  /** The latest post of each kind that the bot made in a server of its own accord. */
  scheduled_posts: { guild_id: string; kind: string; due_at: number; posted: 0 | 1 };
  keyword_hits: {
    event_id: string;
    guild_id: string;
    channel_id: string;
    message_id: string;
    author_id: string;
    /** JSON of a list of texts. */
    keywords: string;
    text: string | null;
    /* The keyword alert, once posted, until it belongs to a case. */
    alert_channel_id: string | null;
    alert_message_id: string | null;
    expires_at: number;
  };
  /** The latest notice to each author, waiting or sent. See `NoticeRow`. */
  notices: {
    guild_id: string;
    author_id: string;
    case_number: number;
    waiting: 0 | 1;
    queued_at: number;
    due_at: number;
    tries: number;
    sent_at: number | null;
    expires_at: number;
  };
  /** Appeals and reports of members. See `Review`. */
  reviews: {
    guild_id: string;
    /** See `subjectText`. */
    subject: string;
    /** Of an appeal. */
    case_number: number | null;
    /** Who appeals, or who wrote the reported message. */
    member_id: string;
    opened_at: number;
    /** 1 until a moderator has decided. */
    open: 0 | 1;
    /** 1 while the bot has something to do: see `isUnsettled`. */
    unsettled: 0 | 1;
    /** JSON of the whole review. */
    record: string;
    /** Null: an appeal lives as long as its case. */
    expires_at: number | null;
  };
  /** What members wrote in appeals, and what reported messages say. */
  review_texts: {
    guild_id: string;
    subject: string;
    member_id: string;
    text: string;
    expires_at: number;
  };
  /** Who reported a message. */
  reporters: {
    guild_id: string;
    message_id: string;
    reporter_id: string;
    reported_at: number;
    expires_at: number;
  };
  keywords: {
    guild_id: string;
    /** The text as `foldKeyword` returns it. */
    folded: string;
    text: string;
    by_id: string;
    by_name: string;
    added_at: number;
  };
  /** The blocked and allowed words of servers. A word is on one list. */
  server_words: {
    guild_id: string;
    /** `wordKey`. */
    key: string;
    list: 'blocked' | 'allowed';
    /** As it was entered. */
    text: string;
    by_id: string;
    by_name: string;
    added_at: number;
  };
  insights_jobs: {
    guild_id: string;
    job_id: string;
    started_at: number;
    expires_at: number;
    query: string;
  };
  tagging_sessions: {
    convo_id: string;
    guild_id: string;
    channel_id: string;
    user_id: string;
    title: string;
    started_at: number;
    expires_at: number;
    encrypted_key: string;
  };
}

export type StateDatabase = Kysely<StateTables>;

/** The tables whose rows end at `expires_at`. */
export const EXPIRING_TABLES = [
  'case_texts',
  'events',
  'keyword_hits',
  'notices',
  'insights_jobs',
  'tagging_sessions',
  'reviews',
  'review_texts',
  'reporters',
] as const satisfies readonly (keyof StateTables)[];

const initial: Migration = {
  async up(database) {
    const { schema } = database;
    await schema
      .createTable('cases')
      .addColumn('guild_id', 'text', required)
      .addColumn('number', 'integer', required)
      .addColumn('message_id', 'text', required)
      .addColumn('channel_id', 'text', required)
      .addColumn('author_id', 'text', required)
      .addColumn('opened_at', 'bigint', required)
      .addColumn('unfinished', 'integer', required)
      .addColumn('next_action', 'text')
      .addColumn('urgency', 'integer', required)
      .addColumn('result', 'text', required)
      .addColumn('category', 'text')
      .addColumn('handled_by', 'text')
      .addColumn('handled_as', 'text')
      .addColumn('false_positive', 'integer', required)
      .addColumn('by_webhook', 'integer', required)
      .addColumn('alert_id', 'text')
      .addColumn('incident', 'integer')
      .addColumn('similar_to', 'integer')
      .addColumn('outcomes', 'text', required)
      .addColumn('record', 'text', required)
      .addPrimaryKeyConstraint('cases_key', ['guild_id', 'number'])
      .execute();
    await createIndex(database, 'cases_by_message', 'cases', ['guild_id', 'message_id', 'number']);
    await createIndex(database, 'cases_by_author', 'cases', ['guild_id', 'author_id', 'number']);
    await schema
      .createIndex('cases_with_alert_by_author')
      .on('cases')
      .columns(['guild_id', 'author_id', 'number'])
      .where(sql.ref('alert_id'), 'is not', null)
      .execute();
    await createIndex(database, 'cases_by_age', 'cases', ['opened_at', 'guild_id']);
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
      .columns(['guild_id', 'number'])
      .where(sql.ref('unfinished'), '=', 1)
      .execute();
    await schema
      .createIndex('cases_by_incident')
      .on('cases')
      .columns(['guild_id', 'incident', 'number'])
      .where(sql.ref('incident'), 'is not', null)
      .execute();
    await schema
      .createTable('case_numbers')
      .addColumn('guild_id', 'text', (column) => column.primaryKey())
      .addColumn('last', 'integer', required)
      .addColumn('last_incident', 'integer', required)
      .execute();
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
    await schema
      .createTable('case_texts')
      .addColumn('guild_id', 'text', required)
      .addColumn('case_number', 'integer', required)
      .addColumn('author_id', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('quotes', 'text')
      .addColumn('expires_at', 'bigint', required)
      .addPrimaryKeyConstraint('case_texts_key', ['guild_id', 'case_number'])
      .execute();
    await createIndex(database, 'case_texts_by_author', 'case_texts', ['guild_id', 'author_id']);
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
      .execute();
    await schema
      .createTable('left_guilds')
      .addColumn('guild_id', 'text', (column) => column.primaryKey())
      .addColumn('left_at', 'bigint', required)
      .execute();
    await schema
      .createTable('events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', required)
      .addColumn('lane', 'text', required)
      .addColumn('sequence', 'bigint', required)
      .addColumn('received_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('content', 'text')
      .addColumn('tries', 'integer', required)
      .addColumn('post_attempt', 'text')
      .addColumn('guild_id', 'text')
      .addColumn('addon', 'text')
      .addColumn('reason', 'text')
      .execute();
    await createIndex(database, 'events_by_lane', 'events', ['state', 'lane', 'sequence']);
    await createIndex(database, 'events_by_guild', 'events', ['state', 'guild_id', 'sequence']);
    await schema
      .createTable('digests')
      .addColumn('target', 'text', (column) => column.primaryKey())
      .addColumn('digest', 'text', required)
      .execute();
    await schema
      .createTable('weekly_reports')
      .addColumn('guild_id', 'text', (column) => column.primaryKey())
      .addColumn('due_at', 'bigint', required)
      .addColumn('posted', 'integer', required)
      .execute();
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
    for (const table of [
      'case_texts',
      'events',
      'keyword_hits',
      'notices',
      'insights_jobs',
      'tagging_sessions',
    ]) {
      await createIndex(database, `${table}_by_expiry`, table, ['expires_at']);
    }
  },
};

/** Cases from before count unless a moderator's last action took them back. */
const caseFacts: Migration = {
  async up(database: StateDatabase) {
    await database.schema
      .alterTable('cases')
      .addColumn('stands', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await database
      .updateTable('cases')
      .set({ stands: 0 })
      .where(({ or, eb }) => or([eb('false_positive', '=', 1), eb('handled_as', '=', 'undo')]))
      .execute();
    // “Watch only” was called shadow mode.
    await database
      .updateTable('cases')
      .set({
        result: sql`replace(result, 'shadowed', 'watched')`,
        outcomes: sql`replace(outcomes, 'shadowed', 'watched')`,
      })
      .where(({ or, eb }) =>
        or([eb('result', '=', 'shadowed'), eb('outcomes', 'like', '%shadowed%')]),
      )
      .execute();
  },
};

/** The weekly report was the first post of its kind; others follow. */
const scheduledPosts: Migration = {
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

const serverWords: Migration = {
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

export const stateMigrations: Migrations = {
  '001-initial': initial,
  '002-case-facts': caseFacts,
  '003-reviews': reviews,
  '004-scheduled-posts': scheduledPosts,
  '005-server-words': serverWords,
};
