import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';
import { z } from 'zod';
import { AppError, messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { MEMORY, sqlitePath } from '../lib/sqlite-url.ts';
import { createWriteAheadLog } from './write-ahead-log.ts';

export class StorageError extends AppError {
  readonly code = 'storage_failed';
}

export interface Row {
  key: string;
  value: unknown;
  /** Milliseconds after which the row counts as gone; absent: never. */
  ttl?: number;
}

/** The state of the bot: one SQLite file, read and written through one Keyv. Every call throws a `StorageError`. */
export interface Database {
  get(key: string): Promise<unknown>;
  /** In the order of the keys; undefined where there is none. */
  getMany(keys: readonly string[]): Promise<unknown[]>;
  /** All rows or none. */
  setMany(rows: readonly Row[]): Promise<void>;
  delete(key: string): Promise<void>;
  deleteMany(keys: readonly string[]): Promise<void>;
  /** The keys that start with a prefix, in order. */
  keys(prefix: string): Promise<string[]>;
  /** At most `limit` of them, those behind `after` where it is given. */
  page(prefix: string, options: { after?: string; limit: number }): Promise<string[]>;
  /** The highest number that follows a prefix; 0 where there is none. */
  highestNumber(prefix: string): Promise<number>;
  /** Removes every row past its time; resolves to how many. */
  purge(nowMs: number): Promise<number>;
  close(): Promise<void>;
}

/** What Keyv writes for a value. */
const storedSchema = z.object({ value: z.unknown(), expires: z.number().optional() });

/** Read in place of anything else. A list of words fits no record's schema, so its collection calls it corrupt. */
const UNREADABLE = '{"value":["unreadable"]}';

function isStored(text: string): boolean {
  try {
    return storedSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const keyRowsSchema = z.array(z.object({ key: z.string() }));
const highestSchema = z.tuple([z.object({ highest: z.number().nullable() })]);
const changesSchema = z.tuple([z.object({ changes: z.number() })]);

/** Behind every key that starts with a prefix: `;` follows `:` in ASCII, so the primary key's index serves the range. */
function endOf(prefix: string): string {
  return prefix.replace(/:$/, ';');
}

/** The adapter writes rows one by one; a batch in one statement is both atomic and fast. */
class BatchingSqlite extends KeyvSqlite {
  async setMany(rows: readonly { key: string; value: string }[]): Promise<boolean[]> {
    await this.query(
      `INSERT INTO keyv (key, value)
       SELECT json_extract(value, '$.key'), json_extract(value, '$.value') FROM json_each(?) WHERE true
       ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
      JSON.stringify(rows.map(({ key, value }) => ({ key, value }))),
    );
    return rows.map(() => true);
  }
}

/**
 * Opens (and makes, with its folder) the file of a `sqlite:` URL, in WAL mode.
 */
export async function openDatabase(stateUrl: string, logger: Logger): Promise<Database> {
  const path = sqlitePath(stateUrl);

  async function attempt<T>(operation: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const message = `The database could not ${operation} (${path}): ${messageOf(error)}`;
      throw new StorageError(message, { cause: error });
    }
  }

  const store = await attempt('be opened', async () => {
    if (path !== MEMORY) {
      mkdirSync(dirname(path), { recursive: true });
      // For this user alone; SQLite gives its log and index the same mode. One that is there is not touched: to close
      // it would drop the locks that this process has on it.
      if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    }
    const opened = new BatchingSqlite({ uri: `sqlite://${path}`, busyTimeout: 5000 });
    // Without a listener a failed connection would end the process; the query below fails with the same error.
    opened.on('error', (error) => logger.debug({ err: error }, 'the database reported an error'));
    await opened.query('PRAGMA journal_mode = WAL');
    // A killed process loses nothing; a power cut may lose the last writes, all of one moment, which are then redone.
    await opened.query('PRAGMA synchronous = NORMAL');
    return opened;
  });

  const log =
    path === MEMORY
      ? null
      : createWriteAheadLog(`sqlite://${path}`, (error) =>
          logger.debug({ err: error }, 'the write-ahead log could not be shortened'),
        );

  async function write<T>(operation: string, run: () => Promise<T>): Promise<T> {
    const result = await attempt(operation, run);
    log?.written();
    return result;
  }

  const keyv = new Keyv({
    store,
    // Several collections share this file, and a batch may span them, so the prefixes are ours.
    useKeyPrefix: false,
    throwOnErrors: true,
    emitErrors: false,
    serialize: (data) => JSON.stringify(data),
    deserialize: (text) => JSON.parse(isStored(text) ? text : UNREADABLE),
  });

  return {
    get: (key) => attempt('read', () => keyv.get(key)),
    getMany: (keys) =>
      attempt('read', async () => (keys.length === 0 ? [] : await keyv.getMany([...keys]))),
    async setMany(rows) {
      if (rows.length > 0) await write('write', () => keyv.setMany([...rows]));
    },
    async delete(key) {
      await write('delete', () => keyv.delete(key));
    },
    async deleteMany(keys) {
      if (keys.length > 0) await write('delete', () => keyv.delete([...keys]));
    },
    page: (prefix, { after, limit }) =>
      attempt('list keys', async () => {
        const rows: unknown = await store.query(
          'SELECT key FROM keyv WHERE key > ? AND key < ? ORDER BY key LIMIT ?',
          [after ?? prefix, endOf(prefix), limit],
        );
        return keyRowsSchema.parse(rows).map(({ key }) => key);
      }),
    keys: (prefix) =>
      attempt('list keys', async () => {
        const rows: unknown = await store.query(
          'SELECT key FROM keyv WHERE key >= ? AND key < ? ORDER BY key',
          [prefix, endOf(prefix)],
        );
        return keyRowsSchema.parse(rows).map(({ key }) => key);
      }),
    highestNumber: (prefix) =>
      attempt('find the highest number', async () => {
        const rows: unknown = await store.query(
          'SELECT MAX(CAST(substr(key, ?) AS INTEGER)) AS highest FROM keyv WHERE key >= ? AND key < ?',
          [prefix.length + 1, prefix, endOf(prefix)],
        );
        return highestSchema.parse(rows)[0].highest ?? 0;
      }),
    purge: (nowMs) =>
      write('purge', async () => {
        await store.query(
          `DELETE FROM keyv WHERE CASE WHEN json_valid(value) THEN json_extract(value, '$.expires') END <= ?`,
          nowMs,
        );
        const changes: unknown = await store.query('SELECT changes() AS changes');
        return changesSchema.parse(changes)[0].changes;
      }),
    close: () =>
      attempt('be closed', async () => {
        await log?.close();
        await store.close();
      }),
  };
}
