import { existsSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import { errorMessage } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { DatabaseError } from './errors.ts';
import type { Migrations } from './migrate.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import { openSqlite } from './sqlite-dialect.ts';

/* SQLite files that another process may be using: to read, copy and check them. */

/** Waits this long for another process to finish a write. */
const BUSY_TIMEOUT_MS = 10_000;

/** Opens a file without migrating it. Throws a `DatabaseError` if this version did not write it. */
export async function openExisting<Tables>(
  path: string,
  migrations: Migrations,
  logger: Logger,
): Promise<Kysely<Tables>> {
  assertExists(path);
  const database = new Kysely<Tables>({ dialect: await openSqlite(path, logger) });
  try {
    const applied = await appliedIn(database);
    const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
    assertKnown(path, applied, migrations);
    if (missing.length > 0) {
      throw new DatabaseError(
        `An older version of Portcullis wrote ${path}. Start the bot once with this version.`,
      );
    }
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/**
 * Copies a file as it is at one moment, while others write to it. The copy has nothing of what was deleted. `target` must
 * not exist.
 */
export async function copyDatabase(path: string, target: string): Promise<void> {
  assertExists(path);
  const connection = await openSqliteConnection(path, BUSY_TIMEOUT_MS);
  try {
    await connection.run('VACUUM INTO ?', [target]);
  } catch (error) {
    throw new DatabaseError(`Could not copy ${path}: ${errorMessage(error)}`, { cause: error });
  } finally {
    await connection.close();
  }
}

/**
 * Throws a `DatabaseError` unless the file is intact and this version, or an older one, wrote it. Nobody else may be using
 * it.
 */
export async function checkDatabase(
  path: string,
  migrations: Migrations,
  logger: Logger,
): Promise<void> {
  assertExists(path);
  let database: Kysely<unknown> | null = null;
  try {
    database = new Kysely<unknown>({ dialect: await openSqlite(path, logger) });
    const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check(1)`.execute(
      database,
    );
    const problem = rows[0]?.integrity_check ?? 'no answer';
    if (problem !== 'ok') throw new DatabaseError(`${path} is damaged: ${problem}`);
    assertKnown(path, await appliedIn(database), migrations);
  } finally {
    await database?.destroy();
  }
}

function assertExists(path: string): void {
  if (!existsSync(path)) throw new DatabaseError(`There is no database at ${path}.`);
}

/** The names of the migrations that a database has. */
async function appliedIn<Tables>(database: Kysely<Tables>): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.every(({ name }) => name !== 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(database);
  return rows.map(({ name }) => name);
}

function assertKnown(path: string, applied: readonly string[], migrations: Migrations): void {
  const [first] = Object.keys(migrations);
  if (first === undefined || !applied.includes(first)) {
    throw new DatabaseError(`${path} is not a database of Portcullis.`);
  }
  if (applied.some((name) => !Object.hasOwn(migrations, name))) {
    throw new DatabaseError(`A newer version of Portcullis wrote ${path}. Use that version.`);
  }
}
