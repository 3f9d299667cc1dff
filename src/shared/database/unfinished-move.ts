import { sql, type Kysely } from 'kysely';
import { DatabaseError } from './errors.ts';

/**
 * `npm run migrate-state` creates this table in a schema before it fills it, and drops it with the commit of the data. So
 * a schema that has it is not a whole state.
 */
export const UNFINISHED_MOVE_TABLE = 'unfinished_move';

/** The command's option that starts again. */
export const REPLACE_OPTION = 'replace-unfinished';

/** For a PostgreSQL database. Throws a `DatabaseError` if a state was to be moved into `schema` and the move did not end. */
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
