import { sql } from 'kysely';
import type { ServiceDatabase } from './tables.ts';

/** Call it in the transaction that changes what `name` covers, so that others see both changes or neither. */
export async function nextRevision(transaction: ServiceDatabase, name: string): Promise<number> {
  const { revision } = await transaction
    .insertInto('revisions')
    .values({ name, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ revision: sql<number>`revisions.revision + 1` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** All revisions by name. */
export async function readRevisions(
  database: ServiceDatabase,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.selectFrom('revisions').selectAll().execute();
  return new Map(rows.map(({ name, revision }) => [name, revision]));
}
