import { sql, type Kysely } from 'kysely';
import { isPostgres } from './postgres-dialect.ts';

/**
 * Until `transaction` ends, other transactions that lock the same name wait, in any process. In SQLite, transactions run one
 * after the other anyway.
 */
export async function lockUntilCommit<Tables>(
  transaction: Kysely<Tables>,
  name: string,
): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
