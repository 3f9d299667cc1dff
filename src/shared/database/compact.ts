import { sql, type Kysely } from 'kysely';
import { errorMessage } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { isPostgres } from './postgres-dialect.ts';

/**
 * Rewrites a SQLite file, so that nothing remains of what was deleted. `secure_delete` alone is not enough: when SQLite
 * moves rows between pages it leaves copies behind, which it does not overwrite when the row is deleted later. Takes
 * about as long as copying the file; other queries wait. PostgreSQL removes deleted rows by itself (autovacuum).
 * Never rejects: a full disk must not stop the bot.
 */
export async function compact<Tables>(database: Kysely<Tables>, logger: Logger): Promise<void> {
  if (isPostgres(database)) return;
  try {
    await sql`VACUUM`.execute(database);
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  } catch (error) {
    logger.warn(
      { reason: errorMessage(error) },
      'could not compact the database; traces of deleted texts may remain in the file until the next start',
    );
  }
}
