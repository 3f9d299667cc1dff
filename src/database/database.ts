import { Kysely } from 'kysely';
import type { Logger } from '../lib/logger.ts';
import { sqlitePath } from '../lib/sqlite-url.ts';
import { migrate, type Migrations } from './migrate.ts';
import { isPostgresUrl, openPostgres } from './postgres-dialect.ts';
import { openSqlite } from './sqlite-dialect.ts';

export interface DatabaseOptions {
  /** `sqlite:` or `postgres:`. */
  readonly url: string;
  readonly migrations: Migrations;
  /** The PostgreSQL schema that holds the tables, so that the bot and the service can share a database. */
  readonly schema: string;
  readonly logger: Logger;
}

/**
 * Opens a database and applies the migrations it lacks. Queries are Kysely's; a failing one throws a `DatabaseError`.
 * `destroy()` closes the database.
 */
export async function openDatabase<Tables>({
  url,
  migrations,
  schema,
  logger,
}: DatabaseOptions): Promise<Kysely<Tables>> {
  const dialect = isPostgresUrl(url)
    ? await openPostgres(url, schema, logger)
    : await openSqlite(sqlitePath(url), logger);
  const database = new Kysely<Tables>({ dialect });
  try {
    await migrate(database, migrations);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}
