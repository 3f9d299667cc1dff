import { sql, type Kysely } from 'kysely';
import { DatabaseError } from './errors.ts';

/**
 * `npm run migrate-state` creates this table in a schema before filling the schema, and drops it when it commits the data. A
 * schema that has this table is therefore incomplete.
 */
export const UNFINISHED_MOVE_TABLE = 'unfinished_move';

/** The option of that command to start over. */
export const REPLACE_OPTION = 'replace-unfinished';

/** For PostgreSQL databases. Throws a `DatabaseError` if moving a state into `schema` was begun but not finished. */
export async function assertNoUnfinishedMove<Tables>(
  database: Kysely<Tables>,
  schema: string,
): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT to_regclass(${`${schema}.${UNFINISHED_MOVE_TABLE}`}) IS NOT NULL AS found`.execute(
    database,
  );
  if (rows[0]?.found !== true) return;
  throw new DatabaseError(
    `“npm run migrate-state” is writing to the schema “${schema}” of this PostgreSQL database, or it was interrupted. ` +
      `Wait for it, or run it again with --${REPLACE_OPTION}. Until it has ended, use the SQLite file as before.`,
  );
}
