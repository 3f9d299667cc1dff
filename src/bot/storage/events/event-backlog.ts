import { sql } from 'kysely';
import type { StateDatabase } from '../tables.ts';

/** How many events wait and have failed, and when the oldest that waits arrived (Unix epoch, milliseconds); null: none waits. */
export async function eventBacklog(
  database: StateDatabase,
  nowMs: number,
): Promise<{ depth: number; oldestAtMs: number | null; failed: number }> {
  return database
    .selectFrom('events')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '!=', 'failed').as('depth'),
      fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
      sql<number | null>`MIN(CASE WHEN state != 'failed' THEN received_at END)`.as('oldestAtMs'),
    ])
    .where('state', 'in', ['waiting', 'joined', 'failed'])
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow();
}
