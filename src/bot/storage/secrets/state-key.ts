import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, format, parse } from 'node:path';
import { errorMessage } from '../../../shared/errors.ts';
import { makeFolder } from '../../../shared/make-folder.ts';
import { MEMORY, sqlitePath } from '../../../shared/sqlite-url.ts';
import { isPostgresUrl } from '../../../shared/state-url.ts';
import { DatabaseError } from '../../../shared/database/errors.ts';

export const KEY_BYTES = 32;

/** The file with the key of a database: `data/portcullis.sqlite` → `data/portcullis.key`. */
export function stateKeyPath(databasePath: string): string {
  const { dir, name } = parse(databasePath);
  return format({ dir, name, ext: '.key' });
}

/**
 * The key that encrypts secrets in a SQLite database: 32 random bytes in a file beside it (`portcullis.key` beside
 * `portcullis.sqlite`), created at the first start and readable only by the bot's user. It protects a leaked copy of the
 * database, but not against anyone who can read the folder or the bot's memory.
 */
export function openStateKey(stateUrl: string): Buffer {
  if (isPostgresUrl(stateUrl)) throw new DatabaseError('PostgreSQL needs the key of STATE_KEY.');
  const path = sqlitePath(stateUrl);
  if (path === MEMORY) return randomBytes(KEY_BYTES);
  const file = stateKeyPath(path);
  try {
    makeFolder(dirname(file));
    const key = readOrCreate(file);
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    throw new DatabaseError(
      `Could not read or create the key file ${file}: ${errorMessage(error)}`,
      { cause: error },
    );
  }
  throw new DatabaseError(
    `The key file ${file} does not contain ${KEY_BYTES} bytes. Restore it, or delete it: the bot then creates a new one and loses the secrets encrypted with the old one.`,
  );
}

function readOrCreate(file: string): Buffer {
  try {
    const key = randomBytes(KEY_BYTES);
    writeFileSync(file, key, { mode: 0o600, flag: 'wx', flush: true });
    return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return readFileSync(file);
    }
    throw error;
  }
}
