import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import {
  eventContentSchema,
  FALLBACK_KEY,
  type AcceptedEvent,
  type WaitingEvent,
} from '../../domain/events.ts';
import { postKey, type PostRef, type PostRequest } from '../../domain/posts/post.ts';
import type { Message } from '../../locales/message.ts';
import { parseRecord } from '../parse-record.ts';
import { wantPost } from '../posts.ts';
import type { StateDatabase, StateTables } from '../tables.ts';

export type EventRow = StateTables['events'];

/** How long an event is recognised when it is sent again, counted from its receipt. */
const DEDUPLICATION_MS = DAY_MS;
/** How long an event that nobody could post is kept at most. */
const RETENTION_MS = 30 * DAY_MS;

/** Events that joined the alert about their message, until it shows them. */
export interface JoinedEvents {
  /** Oldest first. `messageId`: of the alert. */
  joinedTo(guildId: string, messageId: string): Promise<AcceptedEvent[]>;
  /** Moderators can see the events. */
  done(transaction: StateDatabase, events: readonly AcceptedEvent[]): Promise<void>;
  /** The alert is gone: its events need another one. */
  release(transaction: StateDatabase, guildId: string, messageId: string): Promise<void>;
}

/** Stores what becomes of events. What has a transaction is part of it. Every method throws when the database fails. */
export interface EventStore extends JoinedEvents {
  /** The oldest events that a post is to show. */
  next(post: PostRef, limit: number): Promise<WaitingEvent[]>;
  /** An attempt to post the event begins: until it ends, no other gets ahead of it. */
  begin(transaction: StateDatabase, event: WaitingEvent): Promise<void>;
  /** Discord has rejected this very event. */
  reject(transaction: StateDatabase, event: WaitingEvent): Promise<void>;
  /** Another alert is going to show the event. */
  join(transaction: StateDatabase, event: WaitingEvent, messageId: string): Promise<void>;
  /** Keeps the event for the moderators of a server, who can retry it. */
  fail(
    transaction: StateDatabase,
    event: WaitingEvent,
    failure: { readonly guildId: string; readonly reason: Message },
  ): Promise<void>;
  /** The events of a post belong to no server any more. */
  disown(transaction: StateDatabase, post: PostRef): Promise<void>;
}

export function createEventStore(
  database: StateDatabase,
  clock: Pick<Clock, 'now'>,
  logger: Logger,
): EventStore {
  const select = (state: EventRow['state'], guildId: string) =>
    selectEvents(database, state, clock.now()).selectAll().where('guild_id', '=', guildId);
  const readEvents = createReadEvents(database, logger);
  return {
    async next({ guildId, kind, subject }, limit) {
      for (;;) {
        const rows = await select('waiting', guildId)
          .where('kind', '=', kind)
          .where('subject', '=', subject)
          .limit(limit)
          .execute();
        const events = await readEvents(rows);
        if (events.length > 0 || rows.length < limit) return events;
      }
    },
    begin: (transaction, event) =>
      changeEvent(transaction, event, { sequence: sql<number>`-ABS(sequence)` }),
    reject: (transaction, event) => changeEvent(transaction, event, { tries: event.tries + 1 }),
    join: (transaction, event, messageId) =>
      changeEvent(transaction, event, { state: 'joined', joined_to: messageId }),
    done: finishEvents,
    fail: (transaction, event, { guildId, reason }) =>
      changeEvent(transaction, event, {
        state: 'failed',
        sequence: sql<number>`ABS(sequence)`,
        guild_id: guildId,
        reason: JSON.stringify(reason),
      }),
    async disown(transaction, { guildId, kind, subject }) {
      const changes = { guild_id: FALLBACK_KEY };
      await waitAgain(transaction, { state: 'waiting', guildId, kind, subject }, clock, changes);
    },
    joinedTo: async (guildId, messageId) =>
      readEvents(await select('joined', guildId).where('joined_to', '=', messageId).execute()),
    async release(transaction, guildId, messageId) {
      await waitAgain(transaction, { state: 'joined', guildId, joinedTo: messageId }, clock);
    },
  };
}

export function waitingRow(event: AcceptedEvent, post: PostRef, sequence: number): EventRow {
  const { id, receivedAtMs, content } = event;
  return {
    guild_id: post.guildId,
    kind: post.kind,
    subject: post.subject,
    id,
    state: 'waiting',
    sequence,
    received_at: receivedAtMs,
    expires_at: receivedAtMs + RETENTION_MS,
    content: JSON.stringify(content),
    tries: 0,
    joined_to: null,
    reason: null,
  };
}

export function selectEvents(database: StateDatabase, state: EventRow['state'], nowMs: number) {
  return database
    .selectFrom('events')
    .where('state', '=', state)
    .where('expires_at', '>', nowMs)
    .orderBy('sequence');
}

async function changeEvent(
  transaction: StateDatabase,
  { id }: Pick<AcceptedEvent, 'id'>,
  changes: { [Column in keyof EventRow]?: EventRow[Column] | RawBuilder<EventRow[Column]> },
): Promise<void> {
  await transaction.updateTable('events').set(changes).where('id', '=', id).execute();
}

/** Nothing is kept but what recognises a repetition. */
async function finishEvents(
  transaction: StateDatabase,
  events: readonly Pick<AcceptedEvent, 'id' | 'receivedAtMs'>[],
): Promise<void> {
  for (const event of events) {
    const expiresAt = event.receivedAtMs + DEDUPLICATION_MS;
    await changeEvent(transaction, event, { state: 'done', content: null, expires_at: expiresAt });
  }
}

/** Reads events from their rows. One that can no longer be read is logged, and done. */
function createReadEvents(database: StateDatabase, logger: Logger) {
  return async (rows: readonly EventRow[]): Promise<WaitingEvent[]> => {
    const events: WaitingEvent[] = [];
    for (const { id, content: json, received_at: receivedAtMs, tries } of rows) {
      const name = `event ${id}`;
      const content = parseRecord(eventContentSchema, json ?? '', { logger, name });
      if (content === null) await finishEvents(database, [{ id, receivedAtMs }]);
      else events.push({ id, content, receivedAtMs, tries });
    }
    return events;
  };
}

/** Makes events wait in the order of their arrival, and asks for their posts. Resolves to the server of the first. */
export async function waitAgain(
  transaction: StateDatabase,
  which: Pick<EventRow, 'state'> &
    Partial<PostRef> & { readonly id?: string; readonly joinedTo?: string },
  { now }: Pick<Clock, 'now'>,
  changes: Partial<EventRow> = {},
): Promise<string | null> {
  const conditions = Object.entries({
    state: which.state,
    guild_id: which.guildId,
    kind: which.kind,
    subject: which.subject,
    id: which.id,
    joined_to: which.joinedTo,
  }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`],
  );
  const rows = await transaction
    .updateTable('events')
    .set({
      state: 'waiting',
      sequence: sql`ABS(sequence)`,
      tries: 0,
      joined_to: null,
      reason: null,
      ...changes,
    })
    .where(({ and }) => and(conditions))
    .returning(['guild_id', 'kind', 'subject'])
    .execute();
  const posts = new Map<string, PostRequest>();
  for (const { guild_id: guildId, kind, subject } of rows) {
    const post = { guildId, kind, subject, urgency: 'ordinary' } as const;
    posts.set(postKey(post), post);
  }
  for (const post of posts.values()) await wantPost(transaction, post, now());
  return rows[0]?.guild_id ?? null;
}
