import { DatabaseError } from '../../shared/database/errors.ts';
import { isBusy, openSqliteConnection } from '../../shared/database/sqlite-connection.ts';
import { errorMessage } from '../../shared/errors.ts';
import { isPostgresUrl } from '../../shared/state-url.ts';
import { MEMORY, pathBeside, sqlitePath } from '../../shared/sqlite-url.ts';

/** Gives a previous process time to stop. */
const ACQUIRE_TIMEOUT_MS = 3_000;

/**
 * Prevents a second bot from using the same state, because both would act on every message. Uses a SQLite lock on a file
 * beside the database; the operating system releases it when the process ends. Resolves to a function that releases it.
 */
export async function acquireInstanceLock(stateUrl: string): Promise<() => Promise<void>> {
  // Bots that share a PostgreSQL database divide their work with leases.
  if (isPostgresUrl(stateUrl)) return async () => undefined;
  const path = sqlitePath(stateUrl);
  if (path === MEMORY) return async () => undefined;
  const lockPath = pathBeside(path, 'lock');
  try {
    const connection = await openSqliteConnection(lockPath, ACQUIRE_TIMEOUT_MS);
    try {
      await connection.run('BEGIN EXCLUSIVE');
      // A write, because SQLite silently takes only a shared lock on a read-only file.
      await connection.run('PRAGMA user_version = 1');
    } catch (error) {
      await connection.close();
      throw error;
    }
    return () => connection.close();
  } catch (error) {
    const message = isBusy(error)
      ? `Another bot is already using the state in ${path}. Stop it first, or set STATE_URL to another file.`
      : `Could not lock the file ${lockPath}: ${errorMessage(error)}`;
    throw new DatabaseError(message, { cause: error });
  }
}
