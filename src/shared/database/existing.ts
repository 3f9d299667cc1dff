import { existsSync } from 'node:fs';
import { Kysely, sql, type TableMetadata } from 'kysely';
import { errorMessage } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { sqlitePath } from '../sqlite-url.ts';
import { isPostgresUrl } from '../state-url.ts';
import { connect, type DatabaseOptions } from './database.ts';
import { DatabaseError } from './errors.ts';
import type { Migrations } from './migrate.ts';
import { isBusy, openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';
import { openSqlite } from './sqlite-dialect.ts';
import { assertNoUnfinishedMove } from './unfinished-move.ts';

/* Databases that another process may be using: reads, copies and checks them. */

/** How long to wait for another process to finish a write. */
const BUSY_TIMEOUT_MS = 10_000;
/** How long to wait for a process that is stopping to close the file. */
const EXCLUSIVE_TIMEOUT_MS = 3_000;

/**
 * Opens a database without migrating it. Null: there is none. Throws a `DatabaseError` if another version of the program wrote
 * it.
 */
export async function openExisting<Tables>(
  options: DatabaseOptions,
): Promise<Kysely<Tables> | null> {
  return open(options, assertCurrent);
}

/**
 * Whether there is a database that this version can use as it is, or migrate. Throws a `DatabaseError` if it cannot be used:
 * unreachable, damaged, of a newer version, or of another program.
 */
export async function hasUsableDatabase(options: DatabaseOptions): Promise<boolean> {
  try {
    const database = await open<unknown>(options, assertKnown);
    await database?.destroy();
    return database !== null;
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(errorMessage(error), { cause: error });
  }
}

async function open<Tables>(
  options: DatabaseOptions,
  assert: typeof assertKnown,
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
    if (isPostgres) await assertNoUnfinishedMove(database, schema);
    assert(name, applied, migrations);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/**
 * Opens a file on a connection that cannot write. If `isExclusive`, nobody else can use the file until it is closed. Throws a
 * `DatabaseError` if another version of the program wrote it, or if it is in use.
 */
export async function openToRead(
  path: string,
  migrations: Migrations,
  isExclusive: boolean,
): Promise<SqliteConnection> {
  assertExists(path);
  const connection = await openSqliteConnection(path, EXCLUSIVE_TIMEOUT_MS);
  try {
    await connection.all('PRAGMA query_only = ON');
    if (isExclusive) await connection.all('PRAGMA locking_mode = EXCLUSIVE');
    // The first read takes the lock.
    const record = await connection.all(
      `SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'`,
    );
    const rows =
      record.length === 0 ? [] : await connection.all('SELECT name FROM kysely_migration');
    // Kysely created this table, so its columns are known.
    const applied = (rows as readonly { name: string }[]).map(({ name }) => name);
    assertCurrent(path, applied, migrations);
    return connection;
  } catch (error) {
    await connection.close();
    if (error instanceof DatabaseError) throw error;
    const message = isBusy(error)
      ? `${path} is in use. Stop what uses it first.`
      : `Could not read ${path}: ${errorMessage(error)}`;
    throw new DatabaseError(message, { cause: error });
  }
}

/**
 * Copies a file as it is at one moment, while others may write to it. The copy contains no deleted data. `target` must not exist.
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
 * Throws a `DatabaseError` unless the file is intact and was written by this version of the program or an older one. Nobody else
 * may be using it.
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

/** The names of the migrations that were applied to a database. */
async function appliedIn<Tables>(database: Kysely<Tables>, schema?: string): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  const isRecord = (table: TableMetadata): boolean =>
    table.name === 'kysely_migration' && table.schema === schema;
  if (!tables.some(isRecord)) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(database);
  return rows.map(({ name }) => name);
}

function assertCurrent(name: string, applied: readonly string[], migrations: Migrations): void {
  assertKnown(name, applied, migrations);
  if (Object.keys(migrations).some((migration) => !applied.includes(migration))) {
    throw new DatabaseError(
      `An older version of Portcullis wrote ${name}. Start the bot once with this version.`,
    );
  }
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
