import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../clock.ts';
import { errorMessage } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { isPostgres } from './postgres-dialect.ts';

/** Rewriting a file of this size takes seconds, so larger files are rewritten less often. */
const LARGE_BYTES = 256 * 1024 * 1024;
/** Minimum number of days between two rewrites of a large file. */
const LARGE_EVERY_DAYS = 7;

/**
 * Rewrites a SQLite file, so that nothing remains of deleted data. `secure_delete` alone is not enough: when SQLite moves rows
 * between pages, it leaves copies behind, and it does not overwrite those when the row is deleted later. Takes about as long as
 * copying the file; other queries wait meanwhile. PostgreSQL removes deleted rows by itself (autovacuum). Never rejects: a full
 * disk must not stop the bot.
 */
export async function compact<Tables>(
  database: Kysely<Tables>,
  logger: Logger,
  { largeBytes = LARGE_BYTES, nowMs = Date.now() } = {},
): Promise<void> {
  if (isPostgres(database)) return;
  // The day of the last rewrite is stored in the file.
  const today = Math.floor(nowMs / DAY_MS);
  try {
    const { rows } = await sql<{ bytes: number; day: number }>`
      SELECT page_count * page_size AS bytes, user_version AS day
      FROM pragma_page_count, pragma_page_size, pragma_user_version`.execute(database);
    const { bytes, day } = rows[0] ?? { bytes: 0, day: 0 };
    if (bytes > largeBytes && today - day < LARGE_EVERY_DAYS) return;
    if (bytes > largeBytes) logger.info({ bytes }, 'rewriting the database, which takes a while');
    await sql`VACUUM`.execute(database);
    await sql`PRAGMA user_version = ${sql.lit(today)}`.execute(database);
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  } catch (error) {
    logger.warn(
      { reason: errorMessage(error) },
      'could not compact the database; traces of deleted texts may remain in the file until the next start',
    );
  }
}
