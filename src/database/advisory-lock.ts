import { sql, type Kysely } from 'kysely';
import { createSemaphore } from '../lib/semaphore.ts';
import { isPostgres } from './postgres-dialect.ts';

/** Each lock keeps a connection of the pool, which has others to serve. */
const MAX_LOCKS = 3;
/** The server ends the lock of a process that hangs. */
const MAX_HOLD_MS = 60_000;

/** Runs work while no other process runs work with the same key. */
export type AdvisoryLock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * A lock that processes share on PostgreSQL. Throws a `DatabaseError` if it cannot be had within the time limit of a query,
 * or if it was lost before the work ended. With SQLite there is one process, so that it locks nothing.
 */
export function createAdvisoryLock<Tables>(database: Kysely<Tables>, name: string): AdvisoryLock {
  if (!isPostgres(database)) return (_key, work) => work();
  const semaphore = createSemaphore(MAX_LOCKS);
  return (key, work) =>
    semaphore.run(() =>
      database.transaction().execute(async (transaction) => {
        // Otherwise a transaction that does nothing for seconds would be ended.
        await sql`SELECT set_config('idle_in_transaction_session_timeout', ${`${MAX_HOLD_MS}`}, true)`.execute(
          transaction,
        );
        const text = `${name}:${key}`;
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(transaction);
        return work();
      }),
    );
}
