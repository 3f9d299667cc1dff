import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { DAY_MS, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import {
  eventContentSchema,
  postAttemptSchema,
  type AcceptedEvent,
  type EventFailure,
  type InboxStore,
  type WaitingEvent,
} from '../domain/events.ts';
import { createKeywordHits, type StoredKeywordHits } from './keywords/keyword-hits.ts';
import { message, messageSchema } from '../locales/message.ts';
import { parseRecord } from './parse-record.ts';
import type { StateDatabase, StateTables } from './tables.ts';

/** How long an event is recognised when it is sent again, counted from its receipt. */
const DEDUPLICATION_MS = DAY_MS;
/** How long an event that nobody could post is kept at most. */
const RETENTION_MS = 30 * DAY_MS;

const MAX_FAILED_LISTED = 100;
/** SQLite allows 32,766 parameters per statement, and an event takes 12. */
const MAX_BATCH = 1000;

type EventRow = Selectable<StateTables['events']>;

/** An event to be stored, and every caller that waits for it. */
interface Arrival {
  readonly event: AcceptedEvent;
  readonly lane: string;
  readonly callers: {
    resolve(result: 'stored' | 'known'): void;
    reject(error: unknown): void;
  }[];
}

export type Inbox = InboxStore & Pick<StoredKeywordHits, 'claimIn'>;

export function createInbox(database: StateDatabase, clock: Clock, logger: Logger): Inbox {
  const hits = createKeywordHits(database, clock, logger);

  let lastSequence = 0;
  /** Events that arrived while a batch was being written: the next batches, by event id. */
  const arrivals = new Map<string, Arrival>();
  let isWriting = false;

  /** Increases, also across restarts. */
  function nextSequence(receivedAtMs: number): number {
    lastSequence = Math.max(lastSequence + 1, Math.floor(receivedAtMs) * 1000);
    return lastSequence;
  }

  /** Stores all events of a batch in one statement. Those that are stored already stay as they are. */
  async function write(batch: readonly Arrival[]): Promise<void> {
    const rows = batch.map(({ event, lane }): EventRow => ({
      ...waitingRow({
        ...event,
        lane,
        sequence: nextSequence(event.receivedAtMs),
        tries: 0,
        postAttempt: null,
      }),
    }));
    const stored = await database.transaction().execute(async (transaction) => {
      // A repetition after the retention time counts as a new event, even if no purge has run yet.
      await transaction
        .deleteFrom('events')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('expires_at', '<=', clock.now())
        .execute();
      return transaction
        .insertInto('events')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute();
    });
    const storedIds = new Set(stored.map(({ id }) => id));
    for (const { event, callers } of batch) {
      for (const [index, { resolve }] of callers.entries()) {
        resolve(index === 0 && storedIds.has(event.id) ? 'stored' : 'known');
      }
    }
  }

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    // Events that arrive in the same turn of the event loop share a batch.
    await setImmediate();
    while (arrivals.size > 0) {
      const batch = [...arrivals.values()].slice(0, MAX_BATCH);
      for (const { event } of batch) arrivals.delete(event.id);
      try {
        await write(batch);
      } catch (error) {
        for (const { callers } of batch) for (const { reject } of callers) reject(error);
      }
    }
    isWriting = false;
  }

  const selectLive = (state: EventRow['state']) =>
    database.selectFrom('events').where('state', '=', state).where('expires_at', '>', clock.now());

  async function countOf(state: EventRow['state']): Promise<number> {
    const { count } = await selectLive(state)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  async function waitingEventOf(row: EventRow): Promise<WaitingEvent | null> {
    const name = `event ${row.id}`;
    const content =
      row.content === null ? null : parseRecord(eventContentSchema, row.content, { logger, name });
    if (content === null) {
      await markDone(database, [{ id: row.id, receivedAtMs: row.received_at }]);
      return null;
    }
    return {
      id: row.id,
      content,
      receivedAtMs: row.received_at,
      lane: row.lane,
      sequence: row.sequence,
      tries: row.tries,
      postAttempt:
        row.post_attempt === null
          ? null
          : parseRecord(postAttemptSchema, row.post_attempt, { logger, name }),
    };
  }

  return {
    accept: (event, lane) =>
      new Promise((resolve, reject) => {
        const arrival = arrivals.get(event.id);
        if (arrival === undefined) {
          arrivals.set(event.id, { event, lane, callers: [{ resolve, reject }] });
        } else {
          arrival.callers.push({ resolve, reject });
        }
        void writeAll();
      }),

    async acceptAsFailed(event, lane, failure) {
      const sequence = nextSequence(event.receivedAtMs);
      const waiting = { ...event, lane, sequence, tries: 0, postAttempt: null };
      const row = await database
        .insertInto('events')
        .values(failedRow(waiting, failure))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row === undefined ? 'known' : 'stored';
    },

    async lanes() {
      const rows = await selectLive('waiting').select('lane').distinct().orderBy('lane').execute();
      return rows.map(({ lane }) => lane);
    },

    count: () => countOf('waiting'),
    failedCount: () => countOf('failed'),

    async next(lane, limit) {
      for (;;) {
        const rows = await selectLive('waiting')
          .selectAll()
          .where('lane', '=', lane)
          .orderBy('sequence')
          .limit(limit)
          .execute();
        const events: WaitingEvent[] = [];
        for (const row of rows) {
          const event = await waitingEventOf(row);
          if (event !== null) events.push(event);
        }
        if (events.length > 0 || rows.length < limit) return events;
      }
    },

    save: (event, hit) =>
      database.transaction().execute(async (transaction) => {
        const { id: _id, ...changes } = waitingRow(event);
        await transaction.updateTable('events').set(changes).where('id', '=', event.id).execute();
        if (hit !== undefined) await hits.add(transaction, hit.hit, hit.keepMs);
      }),

    done: (event, alert = null) =>
      database.transaction().execute(async (transaction) => {
        if (alert !== null) await hits.setAlert(transaction, event.id, alert);
        await markDone(transaction, [event]);
      }),

    async deadLetter(event, failure) {
      await database
        .updateTable('events')
        .set(failedRow(event, failure))
        .where('id', '=', event.id)
        .execute();
    },

    async requeue(eventId) {
      const row = await database
        .updateTable('events')
        .set({ state: 'waiting', tries: 0, post_attempt: null, guild_id: null, addon: null })
        .where('id', '=', eventId)
        .where('state', '=', 'failed')
        .returning('lane')
        .executeTakeFirst();
      return row?.lane ?? null;
    },

    async failed(guildId) {
      const rows = await selectLive('failed')
        .select(['id', 'addon', 'reason', 'received_at'])
        .where('guild_id', guildId === null ? 'is' : '=', guildId)
        .orderBy('sequence')
        .limit(MAX_FAILED_LISTED)
        .execute();
      return rows.map(({ id, addon, reason, received_at: receivedAtMs }) => ({
        eventId: id,
        guildId,
        addon: addon ?? '',
        reason:
          parseRecord(messageSchema, reason ?? '', { logger, name: `event ${id}` }) ??
          message('keyword-alerts:failed'),
        receivedAtMs,
      }));
    },

    get: hits.get,
    ofMessage: hits.ofMessage,
    addKeyword: hits.addKeyword,
    claim: hits.claim,
    claimIn: hits.claimIn,
    forgetTexts: hits.forgetTexts,
  };
}

/** Keeps nothing of the events but what recognises a repetition. */
export async function markDone(
  transaction: StateDatabase,
  events: readonly Pick<WaitingEvent, 'id' | 'receivedAtMs'>[],
): Promise<void> {
  for (const { id, receivedAtMs } of events) {
    await transaction
      .updateTable('events')
      .set({
        state: 'done',
        content: null,
        post_attempt: null,
        expires_at: receivedAtMs + DEDUPLICATION_MS,
      })
      .where('id', '=', id)
      .execute();
  }
}

function failedRow(event: WaitingEvent, { guildId, addon, reason }: EventFailure): EventRow {
  return {
    ...waitingRow(event),
    state: 'failed',
    guild_id: guildId,
    addon,
    reason: JSON.stringify(reason),
  };
}

function waitingRow(event: WaitingEvent): EventRow {
  const { id, lane, sequence, receivedAtMs, content, tries, postAttempt } = event;
  return {
    id,
    state: 'waiting',
    lane,
    sequence,
    received_at: receivedAtMs,
    expires_at: receivedAtMs + RETENTION_MS,
    content: JSON.stringify(content),
    tries,
    post_attempt: postAttempt === null ? null : JSON.stringify(postAttempt),
    guild_id: null,
    addon: null,
    reason: null,
  };
}
