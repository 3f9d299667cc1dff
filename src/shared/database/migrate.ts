import { DEFAULT_MIGRATION_TABLE, Migrator, type Kysely, type Migration } from 'kysely';
import { errorMessage } from '../errors.ts';
import { DatabaseError } from './errors.ts';
import { isBusy } from './sqlite-connection.ts';
import { UNFINISHED_MOVE_TABLE } from './unfinished-move.ts';

/** Attempts while another process migrates a SQLite file. Each waits as long as a query does. */
const ATTEMPTS = 5;

/**
 * Migrations by name, which begins with a number (`001-cases`). They are applied in the order of their names. A released one
 * never changes.
 */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Applies the migrations that a database lacks: all or none, and each only once even if several processes start together.
 * `schema` is PostgreSQL's: other schemas may have migrations of their own.
 */
export async function migrate<Tables>(
  database: Kysely<Tables>,
  migrations: Migrations,
  schema?: string,
): Promise<void> {
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const migrator = new Migrator({
    db: database,
    provider,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  await assertOfThisLayout(database, schema);
  const error = await applyAll(migrator);
  if (error === undefined) return;
  // The migrator reports a corrupt state when the database has migrations that this version doesn't know.
  if (errorMessage(error).includes('is missing')) {
    throw new DatabaseError(
      'A newer version of Portcullis wrote this database. Start that version, or restore a backup.',
      { cause: error },
    );
  }
  throw new DatabaseError(`The database could not be migrated: ${errorMessage(error)}`, {
    cause: error,
  });
}

/**
 * Throws if there are tables but no record of migrations: they are in a layout from before migrations, and their data would be
 * ignored.
 */
async function assertOfThisLayout<Tables>(
  database: Kysely<Tables>,
  schema: string | undefined,
): Promise<void> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  const names = tables
    .filter((table) => schema === undefined || table.schema === schema)
    .map(({ name }) => name)
    .filter((name) => name !== UNFINISHED_MOVE_TABLE);
  if (names.length === 0 || names.includes(DEFAULT_MIGRATION_TABLE)) return;
  throw new DatabaseError(
    'An older version of Portcullis wrote this database, in a layout that this version cannot read. Start that version, or use another database.',
  );
}

/** Resolves to the error, or to undefined. */
async function applyAll(migrator: Migrator): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined || !isBusy(error) || attempt === ATTEMPTS) return error;
  }
}
