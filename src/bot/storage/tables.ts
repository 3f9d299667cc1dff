import type { Kysely } from 'kysely';
import type { PostName } from '../domain/posts/post.ts';
import type { MessageLogTables } from './message-log/log-tables.ts';
import type { MailTables } from './mail/mail-tables.ts';

/** The PostgreSQL schema of the tables. */
export const STATE_SCHEMA = 'portcullis';

/*
 * The tables of the bot's state. Times are milliseconds since the Unix epoch. JSON columns hold records that their
 * store checks when it reads them. Every key starts with the server's id, because a server has one writer.
 */
export interface StateTables extends MailTables, MessageLogTables {
  cases: {
    guild_id: string;
    number: number;
    message_id: string;
    channel_id: string;
    author_id: string;
    /** The member who used the app that wrote the message. */
    used_by: string | null;
    opened_at: number;
    /** 1 while a step or a moderator's action has no outcome. */
    unfinished: 0 | 1;
    /** The kind of its next action; null: only the alert is open, or nothing. */
    next_action: string | null;
    /** See `urgencyOf`. */
    urgency: number;
    /* For statistics (`CaseFacts`). */
    result: string;
    category: string | null;
    handled_by: string | null;
    handled_as: string | null;
    /** Null also for moderators' own commands. */
    handled_at: number | null;
    false_positive: 0 | 1;
    /** Whether the case counts in the author's history. */
    stands: 0 | 1;
    by_webhook: 0 | 1;
    /** The message id of its alert, which other cases of the author may share. */
    alert_id: string | null;
    /** The incident it belongs to, and the case there with nearly the same text. */
    incident: number | null;
    similar_to: number | null;
    /** When the bot has to end the case's ban. */
    ban_ends_at: number | null;
    /** Outcomes of the case's attempts. See `outcomesColumn`. */
    outcomes: string;
    /** JSON of the whole case. */
    record: string;
  };
  /** The moderators who acted on a case or wrote a note about it. */
  case_moderators: { guild_id: string; moderator_id: string; case_number: number };
  /** The numbers of cases of days that are over (UTC), by channel. See `countCases`. */
  case_days: { guild_id: string; day: number; channel_id: string; counts: string | null };
  /** The last number of a case and of an incident. Kept in a table of their own, so that numbers are never reused. */
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
  /** Texts of members, separate from their cases because they expire earlier. */
  case_texts: {
    guild_id: string;
    case_number: number;
    author_id: string;
    text: string;
    /** The verdict's quotes of the text, as JSON. */
    quotes: string | null;
    /** See `KnownPictures.seal`. */
    encrypted_pictures: string | null;
    expires_at: number;
  };
  checkpoints: { guild_id: string; channel_id: string; message_id: string; edited_at: number };
  watched_guilds: {
    guild_id: string;
    since_id: string | null;
    watermark_id: string | null;
    /** See `createSeenTexts`. */
    seen_texts: string | null;
  };
  /** Erasures of members' data, until they have ended and the moderators have been told. */
  erasures: {
    guild_id: string;
    member_id: string;
    by_id: string;
    ended: 0 | 1;
    /* See `ErasedData`. */
    cases: number;
    texts: number;
    notes: number;
    reviews: number;
    mail: number;
    messages: number;
  };
  /** The servers that the bot is no longer in, until their data is erased. */
  left_guilds: { guild_id: string; left_at: number };
  /**
   * Webhook events. `joined`: it waits until another alert shows it. `done`: kept only to recognise a repetition. The first
   * three columns name the post of the outbox that shows it.
   */
  events: {
    guild_id: string;
    kind: PostName;
    subject: string;
    id: string;
    state: 'waiting' | 'joined' | 'failed' | 'done';
    /** Orders the events of a post. Negative: an attempt to post it has begun. */
    sequence: number;
    received_at: number;
    expires_at: number;
    /** JSON; null once the event is done. */
    content: string | null;
    tries: number;
    /** The message id of the alert it joined. */
    joined_to: string | null;
    /** Why it failed. */
    reason: string | null;
  };
  digests: { target: string; digest: string };
  /** The outbox: what is to be posted or edited, and what was posted. See `Post`. */
  posts: {
    guild_id: string;
    kind: PostName;
    subject: string;
    /** See `rankOf`. */
    priority: number;
    revision: number;
    due_at: number | null;
    not_before: number;
    attempt_channel_id: string | null;
    attempt_at: number | null;
    tries: number;
    /* The channel of the message. */
    channel_id: string | null;
    message_id: string | null;
  };
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
    /** Appeals only. */
    case_number: number | null;
    /** The member who appeals, or the author of the reported message. */
    member_id: string;
    opened_at: number;
    /** 1 until a moderator has decided. */
    open: 0 | 1;
    /** 1 while the bot has something to do: see `isUnsettled`. */
    unsettled: 0 | 1;
    /** The moderator who decided. */
    decided_by: string | null;
    /** JSON of the whole review. */
    record: string;
    /** Null for appeals, which are kept as long as their cases. */
    expires_at: number | null;
  };
  /** Texts of appeals and of reported messages. */
  review_texts: {
    guild_id: string;
    subject: string;
    member_id: string;
    text: string;
    expires_at: number;
  };
  /** The members who reported a message. */
  reporters: {
    guild_id: string;
    message_id: string;
    reporter_id: string;
    reported_at: number;
    expires_at: number;
  };
  /** Moderators' notes about members. */
  member_notes: {
    guild_id: string;
    note_id: string;
    member_id: string;
    by_id: string;
    by_name: string;
    written_at: number;
    text: string;
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
    /** The result of `wordKey` for the word. */
    key: string;
    list: 'blocked' | 'allowed';
    /** The entered spelling. */
    text: string;
    by_id: string;
    by_name: string;
    added_at: number;
  };
  /** The pictures that servers blocked or imported. */
  known_pictures: {
    guild_id: string;
    hash: string;
    source: 'own' | 'imported';
    /** JSON: the hashes by which it is recognised. */
    hashes: string;
    encrypted_preview: string | null;
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

/** The tables whose rows expire at `expires_at`. */
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
  'member_notes',
  'mail_conversations',
  'mail_entries',
  'logged_messages',
  'log_entries',
] as const satisfies readonly (keyof StateTables)[];
