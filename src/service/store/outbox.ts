import { lockUntilCommit } from '../../shared/database/transaction-lock.ts';
import type { Claims } from './instances.ts';
import type { ServiceDatabase } from './tables.ts';

/** An outgoing event, as JSON. */
export interface OutgoingEvent {
  webhook: string;
  body: string;
  /** `retried`: until a 2xx response, for up to 24 hours. `once`: a single attempt, and only status 200 counts as success. */
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
  /** Adds as many events as the limits allow, in order; resolves to the number added. */
  add(
    events: readonly OutgoingEvent[],
    options: { nowMs: number; limits: OutboxLimits },
  ): Promise<number>;
  /** Claims a webhook's events, so that no other instance delivers them; false: another running instance does. */
  claim(webhook: string): Promise<boolean>;
  release(webhook: string): Promise<void>;
  /** The oldest event of a webhook that this instance has claimed; null: there is none. */
  first(webhook: string): Promise<StoredEvent | null>;
  /** Resolves to whether the event was still there. */
  remove(id: number): Promise<boolean>;
  postpone(id: number, dueMs: number): Promise<void>;
  /** The webhooks with waiting events that this instance may claim. */
  webhooks(): Promise<string[]>;
}

export function createOutboxStore(database: ServiceDatabase, claims: Claims): OutboxStore {
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
        // Locks each webhook, so that the ids of its events grow in the order of commits, which is the order of delivery.
        for (const webhook of new Set(events.map((event) => event.webhook).sort())) {
          await lockUntilCommit(transaction, `outbox ${webhook}`);
        }
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
    async claim(webhook) {
      const { instanceId } = claims;
      const claimed = await database
        .insertInto('outbox_claims')
        .values({ webhook, claimed_by: instanceId })
        .onConflict((conflict) =>
          conflict
            .column('webhook')
            .doUpdateSet({ claimed_by: instanceId })
            .where(claims.isFree('outbox_claims.claimed_by')),
        )
        .returning('webhook')
        .executeTakeFirst();
      return claimed !== undefined;
    },
    async release(webhook) {
      await database
        .deleteFrom('outbox_claims')
        .where('webhook', '=', webhook)
        .where('claimed_by', '=', claims.instanceId)
        .execute();
    },
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
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('outbox_claims')
              .select('webhook')
              .where('webhook', '=', webhook)
              .where('claimed_by', '=', claims.instanceId),
          ),
        )
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
    async remove(id) {
      const { numDeletedRows } = await database
        .deleteFrom('outbox')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0;
    },
    async postpone(id, dueMs) {
      await database
        .updateTable('outbox')
        .set((update) => ({ attempts: update('attempts', '+', 1), due_ms: dueMs }))
        .where('id', '=', id)
        .execute();
    },
    async webhooks() {
      const rows = await database
        .selectFrom('outbox')
        .leftJoin('outbox_claims', 'outbox_claims.webhook', 'outbox.webhook')
        .select('outbox.webhook')
        .distinct()
        .where(claims.isFree('outbox_claims.claimed_by'))
        .execute();
      return rows.map(({ webhook }) => webhook);
    },
  };
}
