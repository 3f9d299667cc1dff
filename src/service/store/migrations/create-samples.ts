import { sql, type Kysely } from 'kysely';
import { createIndex, idType, required } from '../../../shared/database/columns.ts';
import { isPostgres } from '../../../shared/database/postgres-dialect.ts';

/** PostgreSQL keeps the samples of each day (UTC) in a partition of their own. SQLite has no partitions. */
export async function createSamples(database: Kysely<unknown>): Promise<void> {
  if (isPostgres(database)) {
    await sql`
      CREATE TABLE samples (
        id bigserial NOT NULL,
        account text NOT NULL,
        time_ms bigint NOT NULL,
        sample text NOT NULL,
        sentiment double precision NOT NULL,
        political double precision NOT NULL,
        vulgarity double precision NOT NULL,
        version text NOT NULL
      ) PARTITION BY RANGE (time_ms)
    `.execute(database);
    await createIndex(database, 'samples_by_account', 'samples', ['account', 'time_ms', 'id']);
    return;
  }
  const id = idType(database);
  await database.schema
    .createTable('samples')
    .addColumn('id', id.type, id.build)
    .addColumn('account', 'text', required)
    .addColumn('time_ms', 'bigint', required)
    .addColumn('sample', 'text', required)
    .addColumn('sentiment', 'double precision', required)
    .addColumn('political', 'double precision', required)
    .addColumn('vulgarity', 'double precision', required)
    .addColumn('version', 'text', required)
    .execute();
  await createIndex(database, 'samples_by_time', 'samples', ['time_ms', 'account']);
}
