import { Kysely } from 'kysely';
import type { Logger } from '../lib/logger.ts';
import { isPostgresUrl } from '../lib/state-url.ts';
import { sqlitePath } from '../lib/sqlite-url.ts';
import { migrate, type Migrations } from './migrate.ts';
import { createPostgresDialect } from './postgres-dialect.ts';
import { createSchema } from './postgres-schema.ts';
import { openSqlite } from './sqlite-dialect.ts';
import { translateError } from './translate-errors.ts';
import { assertNoUnfinishedMove } from './unfinished-move.ts';

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
export async function openDatabase<Tables>(options: DatabaseOptions): Promise<Kysely<Tables>> {
  const { url, schema, migrations } = options;
  const database = await connect<Tables>(options);
  try {
    if (isPostgresUrl(url)) {
      await translateError('Could not connect to PostgreSQL', () => createSchema(database, schema));
      await assertNoUnfinishedMove(database, schema);
      await migrate(database, migrations, schema);
    } else {
      await migrate(database, migrations);
    }
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}

/** Without migrating it. */
export async function connect<Tables>({
  url,
  schema,
  logger,
}: Omit<DatabaseOptions, 'migrations'>): Promise<Kysely<Tables>> {
  const dialect = isPostgresUrl(url)
    ? createPostgresDialect(url, schema, logger)
    : await openSqlite(sqlitePath(url), logger);
  return new Kysely<Tables>({ dialect });
}
