import { Kysely } from 'kysely';
import type { Logger } from '../logger.ts';
import { isPostgresUrl } from '../state-url.ts';
import { sqlitePath } from '../sqlite-url.ts';
import { migrate, type Migrations } from './migrate.ts';
import { createPostgresDialect } from './postgres-dialect.ts';
import { createSchema } from './postgres-schema.ts';
import { openSqlite } from './sqlite-dialect.ts';
import type { OnFailure } from './translate-errors.ts';
import { assertNoUnfinishedMove } from './unfinished-move.ts';

export interface DatabaseOptions {
  /** `sqlite:` or `postgres:`. */
  readonly url: string;
  readonly migrations: Migrations;
  /** The PostgreSQL schema that holds the tables, so that the bot and the service can share a database. */
  readonly schema: string;
  readonly logger: Logger;
  /** Called after every failed query. */
  readonly onFailure?: OnFailure;
}

/**
 * Opens a database and applies missing migrations. Queries are Kysely's; one that fails throws a `DatabaseError`. `destroy()`
 * closes the database.
 */
export async function openDatabase<Tables>(options: DatabaseOptions): Promise<Kysely<Tables>> {
  if (isPostgresUrl(options.url)) {
    await migratePostgres(options);
    return connect(options);
  }
  const database = await connect<Tables>(options);
  try {
    await migrate(database, options.migrations);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}

async function migratePostgres({
  url,
  schema,
  migrations,
  logger,
}: DatabaseOptions): Promise<void> {
  const database = new Kysely<unknown>({
    dialect: createPostgresDialect(url, { schema, use: 'migrating', logger }),
  });
  try {
    await createSchema(database, schema);
    await assertNoUnfinishedMove(database, schema);
    await migrate(database, migrations, schema);
  } finally {
    await database.destroy();
  }
}

/** Opens a database without migrating it. */
export async function connect<Tables>({
  url,
  schema,
  logger,
  onFailure,
}: Omit<DatabaseOptions, 'migrations'>): Promise<Kysely<Tables>> {
  const dialect = isPostgresUrl(url)
    ? createPostgresDialect(url, { schema, use: 'running', logger })
    : await openSqlite(sqlitePath(url), logger, onFailure);
  return new Kysely<Tables>({ dialect });
}
