import { join } from 'node:path';
import { Client } from 'pg';
import { describe, onTestFinished } from 'vitest';
import { openSqliteConnection } from '../../src/shared/database/sqlite-connection.ts';
import { sqlitePath } from '../../src/shared/sqlite-url.ts';
import { silentLogger, type Logger } from '../../src/shared/logger.ts';
import { openState, type State } from '../../src/bot/storage/state.ts';
import { createPostgresDatabase, POSTGRES_URL } from './state-url.ts';
import { tempDir } from './temp-dir.ts';

/** Creates an empty database for the running test; resolves to its URL. */
export type NewDatabase = () => Promise<string>;

const newSqlite: NewDatabase = async () => `sqlite:${join(tempDir(), 'state.sqlite')}`;

async function newPostgres(): Promise<string> {
  const { url, drop } = await createPostgresDatabase();
  // Hooks run in reverse order: by then, the test has closed its connections.
  onTestFinished(drop);
  return url;
}

/** Runs the tests on SQLite and, if TEST_POSTGRES_URL is set, on PostgreSQL. */
export function describeOnEveryDatabase(tests: (newDatabase: NewDatabase) => void): void {
  describe('on SQLite', () => {
    tests(newSqlite);
  });
  if (POSTGRES_URL === undefined) return;
  describe('on PostgreSQL', () => {
    tests(newPostgres);
  });
}

/** Runs tests of several processes on one database, if TEST_POSTGRES_URL is set. */
export function describeOnPostgres(tests: (newDatabase: NewDatabase) => void): void {
  // Longer than usual, because these tests also wait until the leases of a killed process expire.
  const options = { timeout: 120_000 };
  describe.skipIf(POSTGRES_URL === undefined)('on PostgreSQL', options, () => {
    tests(newPostgres);
  });
}

/** A state that is closed when the test ends, in memory by default. */
export async function openTestState(
  url = 'sqlite::memory:',
  logger: Logger = silentLogger,
): Promise<State> {
  const state = await openState(url, logger);
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= state.close());
  onTestFinished(close);
  return { ...state, close };
}

/** Overwrites a record of the key-value store, on a separate connection, as a broken disk would. */
export async function overwriteKeyValue(url: string, key: string, value: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const connection = await openSqliteConnection(sqlitePath(url), 1000);
    await connection.run('UPDATE keyv SET value = ? WHERE key = ?', [value, key]);
    await connection.close();
  } else {
    const client = new Client(url);
    await client.connect();
    await client.query('UPDATE portcullis.keyv SET value = $1 WHERE key = $2', [value, key]);
    await client.end();
  }
}
