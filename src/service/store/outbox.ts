import type { ServiceDatabase } from './tables.ts';

/** An outgoing event, as JSON. */
export interface OutgoingEvent {
  webhook: string;
  body: string;
  /** `retried`: until any 2xx, for up to 24 hours. `once`: a single attempt, success is exactly 200. */
  delivery: 'retried' | 'once';
}

export interface StoredEvent extends OutgoingEvent {
  id: number;
  createdMs: number;
  attempts: number;
  dueMs: number;
}

export interface OutboxLimits {
  perWebhook: number;
  total: number;
}

/** Events waiting for delivery. */
export interface OutboxStore {
  /** Adds as many events as the limits allow, in order; resolves to their number. */
  add(
    events: readonly OutgoingEvent[],
    options: { nowMs: number; limits: OutboxLimits },
  ): Promise<number>;
  /** The webhook's oldest event, or null. */
  first(webhook: string): Promise<StoredEvent | null>;
  remove(id: number): Promise<void>;
  postpone(id: number, dueMs: number): Promise<void>;
  /** The webhooks with waiting events. */
  webhooks(): Promise<string[]>;
}

export function createOutboxStore(database: ServiceDatabase): OutboxStore {
  async function count(queries: ServiceDatabase, webhook?: string): Promise<number> {
    let query = queries.selectFrom('outbox');
    if (webhook !== undefined) query = query.where('webhook', '=', webhook);
    const row = await query
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  }

  return {
    add: (events, { nowMs, limits }) =>
      database.transaction().execute(async (transaction) => {
        const total = await count(transaction);
        const perWebhook = new Map<string, number>();
        let added = 0;
        for (const { webhook, body, delivery } of events) {
          const stored = perWebhook.get(webhook) ?? (await count(transaction, webhook));
          const hasRoom = stored < limits.perWebhook && total + added < limits.total;
          perWebhook.set(webhook, stored + (hasRoom ? 1 : 0));
          if (!hasRoom) continue;
          added += 1;
          await transaction
            .insertInto('outbox')
            .values({ webhook, body, delivery, created_ms: nowMs, due_ms: nowMs })
            .execute();
        }
        return added;
      }),
    async first(webhook) {
      const row = await database
        .selectFrom('outbox')
        .select([
          'id',
          'webhook',
          'body',
          'delivery',
          'created_ms as createdMs',
          'attempts',
          'due_ms as dueMs',
        ])
        .where('webhook', '=', webhook)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
    async remove(id) {
      await database.deleteFrom('outbox').where('id', '=', id).execute();
    },
    async postpone(id, dueMs) {
      await database
        .updateTable('outbox')
        .set((update) => ({ attempts: update('attempts', '+', 1), due_ms: dueMs }))
        .where('id', '=', id)
        .execute();
    },
    async webhooks() {
      const rows = await database.selectFrom('outbox').select('webhook').distinct().execute();
      return rows.map(({ webhook }) => webhook);
    },
  };
}
