import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../shared/clock.ts';
import type { AcceptedEvent } from '../../domain/events.ts';
import { postKey, type PostRef, type PostRequest } from '../../domain/posts/post.ts';
import type { Message } from '../../locales/message.ts';
import { wantPost } from '../posts.ts';
import type { StateDatabase } from '../tables.ts';
import { waitingRow, type EventRow } from './events.ts';

/** SQLite allows 32,766 parameters per statement, and an event takes 12. */
const MAX_BATCH = 1000;

/** Takes in events of the service, whichever process shows them. Every method throws when the database fails. */
export interface AcceptEvents {
  /** Resolves when the event and its post are stored. `known`: it was accepted before, within the last 24 hours. */
  accept(event: AcceptedEvent, post: PostRequest): Promise<'stored' | 'known'>;
  /** Stores an event as failed at once: nobody sees it until a moderator retries it. */
  acceptAsFailed(event: AcceptedEvent, post: PostRef, reason: Message): Promise<'stored' | 'known'>;
}

/** An event to be stored, and every caller that waits for it. */
interface Arrival {
  readonly event: AcceptedEvent;
  readonly post: PostRequest;
  readonly callers: {
    resolve(result: 'stored' | 'known'): void;
    reject(error: unknown): void;
  }[];
}

export function createAcceptEvents(
  database: StateDatabase,
  clock: Pick<Clock, 'now'>,
): AcceptEvents {
  let lastSequence = 0;
  /** Events that arrived while a batch was being written: the next batches, by event id. */
  const arrivals = new Map<string, Arrival>();
  let isWriting = false;

  /** Increases, also across restarts. */
  function nextSequence(receivedAtMs: number): number {
    lastSequence = Math.max(lastSequence + 1, Math.floor(receivedAtMs) * 1000);
    return lastSequence;
  }

  const insert = (transaction: StateDatabase, rows: readonly EventRow[]) =>
    transaction
      .insertInto('events')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute();

  /** Stores all events of a batch in one statement. Those that are stored already stay as they are. */
  async function write(batch: readonly Arrival[]): Promise<void> {
    const rows = batch.map(({ event, post }) =>
      waitingRow(event, post, nextSequence(event.receivedAtMs)),
    );
    const storedIds = await database.transaction().execute(async (transaction) => {
      const now = clock.now();
      // A repetition after the retention time counts as a new event, even if no purge has run yet.
      await transaction
        .deleteFrom('events')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('expires_at', '<=', now)
        .execute();
      const ids = new Set((await insert(transaction, rows)).map(({ id }) => id));
      const posts = new Map<string, PostRequest>();
      for (const { event, post } of batch) {
        const key = postKey(post);
        // The first is due first.
        if (ids.has(event.id) && !posts.has(key)) posts.set(key, post);
      }
      // In one order, because other processes lock them, too.
      const inOrder = [...posts].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [, post] of inOrder) await wantPost(transaction, post, now);
      return ids;
    });
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

  return {
    accept: (event, post) =>
      new Promise((resolve, reject) => {
        const arrival = arrivals.get(event.id);
        if (arrival === undefined) {
          arrivals.set(event.id, { event, post, callers: [{ resolve, reject }] });
        } else {
          arrival.callers.push({ resolve, reject });
        }
        void writeAll();
      }),
    async acceptAsFailed(event, post, reason) {
      const row = waitingRow(event, post, nextSequence(event.receivedAtMs));
      const failed: EventRow = { ...row, state: 'failed', reason: JSON.stringify(reason) };
      return (await insert(database, [failed])).length === 0 ? 'known' : 'stored';
    },
  };
}
