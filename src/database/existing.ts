import { existsSync } from 'node:fs';
import { Kysely, sql, type TableMetadata } from 'kysely';
import { errorMessage } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { sqlitePath } from '../lib/sqlite-url.ts';
import { isPostgresUrl } from '../lib/state-url.ts';
import { connect, type DatabaseOptions } from './database.ts';
import { DatabaseError } from './errors.ts';
import type { Migrations } from './migrate.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import { openSqlite } from './sqlite-dialect.ts';

/* States that another process may be using: to read, copy and check them. */

/** Waits this long for another process to finish a write. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens a database without migrating it. Null: there is none. Throws a `DatabaseError` if another version than this one
 * wrote it.
 */
export async function openExisting<Tables>(
  options: DatabaseOptions,
): Promise<Kysely<Tables> | null> {
  const { url, schema, migrations } = options;
  const isPostgres = isPostgresUrl(url);
  if (!isPostgres && !existsSync(sqlitePath(url))) return null;
  const name = isPostgres ? `the schema “${schema}” in PostgreSQL` : sqlitePath(url);
  const database = await connect<Tables>(options);
  try {
    const applied = await appliedIn(database, isPostgres ? schema : undefined);
    if (isPostgres && applied.length === 0) {
      await database.destroy();
      return null;
    }
    assertKnown(name, applied, migrations);
    if (Object.keys(migrations).some((migration) => !applied.includes(migration))) {
      throw new DatabaseError(
        `An older version of Portcullis wrote ${name}. Start the bot once with this version.`,
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
async function appliedIn<Tables>(database: Kysely<Tables>, schema?: string): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  const isRecord = (table: TableMetadata): boolean =>
    table.name === 'kysely_migration' && table.schema === schema;
  if (!tables.some(isRecord)) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(database);
  return rows.map(({ name }) => name);
}

function assertKnown(name: string, applied: readonly string[], migrations: Migrations): void {
  const [first] = Object.keys(migrations);
  if (first === undefined || !applied.includes(first)) {
    throw new DatabaseError(`${name} is not a database of Portcullis.`);
  }
  if (applied.some((migration) => !Object.hasOwn(migrations, migration))) {
    throw new DatabaseError(`A newer version of Portcullis wrote ${name}. Use that version.`);
  }
}
