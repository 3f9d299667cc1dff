import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, format, parse } from 'node:path';
import { messageOf } from '../lib/errors.ts';
import { MEMORY, sqlitePath } from '../lib/sqlite-url.ts';
import { StorageError } from './database.ts';

const KEY_BYTES = 32;

/**
 * The key that secrets in the database are encrypted with: 32 random bytes in a file beside it (`portcullis.key` beside
 * `portcullis.sqlite`), made at the first start, for the bot's user alone. It protects a copy of the database that gets
 * about without this file; it does not protect from whoever can read the folder, or the memory of the bot.
 */
export function openStateKey(stateUrl: string): Buffer {
  const path = sqlitePath(stateUrl);
  if (path === MEMORY) return randomBytes(KEY_BYTES);
  const { dir, name } = parse(path);
  const file = format({ dir, name, ext: '.key' });
  try {
    mkdirSync(dirname(file), { recursive: true });
    const key = readOrMake(file);
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    throw new StorageError(`The key file ${file} could not be read or made: ${messageOf(error)}`, {
      cause: error,
    });
  }
  throw new StorageError(
    `The key file ${file} does not hold ${KEY_BYTES} bytes. Put the right one back, or remove it: then what was encrypted with it is lost.`,
  );
}

function readOrMake(file: string): Buffer {
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
