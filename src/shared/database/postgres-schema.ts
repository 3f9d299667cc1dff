import { sql, type Kysely } from 'kysely';

/** Any number that no other lock uses. */
const SCHEMA_LOCK = 7_283_640_115;

/**
 * Creates a PostgreSQL schema if it doesn't exist. Several processes may do so at once, which `CREATE SCHEMA IF NOT EXISTS` alone
 * does not survive. A role that may not create schemas can use an existing one.
 */
export async function createSchema<Tables>(
  database: Kysely<Tables>,
  schema: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(transaction);
    const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`.execute(
      transaction,
    );
    if (rows.length === 0) await transaction.schema.createSchema(schema).execute();
  });
}
