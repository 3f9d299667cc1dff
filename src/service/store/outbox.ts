import { z } from 'zod';
import type { Sqlite } from './sqlite.ts';

export const OUTBOX_SCHEMA = `
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook TEXT NOT NULL,
  body TEXT NOT NULL,
  once INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_by_webhook ON outbox (webhook, id)
`;

/** An event on its way out, as JSON. */
export interface OutgoingEvent {
  webhook: string;
  body: string;
  /** `retried`: until some 2xx, for up to 24 hours. `once`: a single attempt, success is exactly 200. */
  delivery: 'retried' | 'once';
}

const storedEventSchema = z
  .object({
    id: z.number(),
    webhook: z.string(),
    body: z.string(),
    once: z.number(),
    created_ms: z.number(),
    attempts: z.number(),
    due_ms: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    webhook: row.webhook,
    body: row.body,
    delivery: row.once === 1 ? ('once' as const) : ('retried' as const),
    createdMs: row.created_ms,
    attempts: row.attempts,
    dueMs: row.due_ms,
  }));
export type StoredEvent = z.infer<typeof storedEventSchema>;

export interface OutboxLimits {
  perWebhook: number;
  inAll: number;
}

/** Events that wait for delivery. */
export interface OutboxStore {
  /** Adds what there is room for, in order; resolves to how many that were. */
  add(
    events: readonly OutgoingEvent[],
    options: { nowMs: number; limits: OutboxLimits },
  ): Promise<number>;
  /** The webhook's oldest event, or null. */
  first(webhook: string): Promise<StoredEvent | null>;
  remove(id: number): Promise<void>;
  postpone(id: number, dueMs: number): Promise<void>;
  /** Every webhook that something waits for. */
  webhooks(): Promise<string[]>;
}

const countsSchema = z.object({ here: z.number(), inAll: z.number() });
const webhookSchema = z.object({ webhook: z.string() });

export function createOutboxStore(database: Sqlite): OutboxStore {
  return {
    add: (events, { nowMs, limits }) =>
      database.transaction(async (queries) => {
        let added = 0;
        for (const { webhook, body, delivery } of events) {
          const counts = await queries.get(
            countsSchema,
            `SELECT (SELECT count(*) FROM outbox WHERE webhook = ?) AS here,
                    (SELECT count(*) FROM outbox) AS inAll`,
            [webhook],
          );
          if (counts === null || counts.here >= limits.perWebhook || counts.inAll >= limits.inAll) {
            continue;
          }
          added += await queries.run(
            'INSERT INTO outbox (webhook, body, once, created_ms, due_ms) VALUES (?, ?, ?, ?, ?)',
            [webhook, body, delivery === 'once' ? 1 : 0, nowMs, nowMs],
          );
        }
        return added;
      }),
    first: (webhook) =>
      database.get(
        storedEventSchema,
        'SELECT * FROM outbox WHERE webhook = ? ORDER BY id LIMIT 1',
        [webhook],
      ),
    async remove(id) {
      await database.run('DELETE FROM outbox WHERE id = ?', [id]);
    },
    async postpone(id, dueMs) {
      await database.run('UPDATE outbox SET attempts = attempts + 1, due_ms = ? WHERE id = ?', [
        dueMs,
        id,
      ]);
    },
    async webhooks() {
      const rows = await database.all(webhookSchema, 'SELECT DISTINCT webhook FROM outbox');
      return rows.map(({ webhook }) => webhook);
    },
  };
}
