import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { messageOf } from '../lib/errors.ts';
import { MEMORY, pathBeside, sqlitePath } from '../lib/sqlite-url.ts';
import { StorageError } from './database.ts';

/** One that is just stopping gives way. */
const WAIT_MS = 3_000;

/**
 * Keeps a second bot off the same state: both would act on every message. Held by a lock of SQLite's on a file beside,
 * which the operating system lets go of however the process ends. Resolves to what gives it back.
 */
export async function claimState(stateUrl: string): Promise<() => Promise<void>> {
  const path = sqlitePath(stateUrl);
  if (path === MEMORY) return async () => undefined;
  const lock = pathBeside(path, 'lock');
  let connection: KeyvSqlite | null = null;
  try {
    mkdirSync(dirname(lock), { recursive: true });
    const claimed = new KeyvSqlite({ uri: `sqlite://${lock}`, busyTimeout: WAIT_MS });
    connection = claimed;
    // The same error fails the query.
    claimed.on('error', () => undefined);
    await claimed.query('BEGIN EXCLUSIVE');
    // A file that may only be read could not be locked against others, and no error would say so.
    await claimed.query('PRAGMA user_version = 1');
    return () => claimed.close();
  } catch (error) {
    // It may be the connection that failed.
    await connection?.close().catch(() => undefined);
    const message = messageOf(error).includes('SQLITE_BUSY')
      ? `Another bot is running on the same state (${path}). Stop it first, or give this one a state of its own by STATE_URL.`
      : `The file ${lock} could not be locked: ${messageOf(error)}`;
    throw new StorageError(message, { cause: error });
  }
}
