import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { isPostgres } from './postgres-dialect.ts';

/* For migrations: what all tables need, and what SQLite and PostgreSQL name differently. */

type BuildColumn = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** A primary key that the database numbers in the order of insertion and never uses again. */
export function idType<Tables>(database: Kysely<Tables>): {
  readonly type: 'bigserial' | 'integer';
  readonly build: BuildColumn;
} {
  return isPostgres(database)
    ? { type: 'bigserial', build: (column) => column.primaryKey() }
    : { type: 'integer', build: (column) => column.primaryKey().autoIncrement() };
}

export function bytesType<Tables>(database: Kysely<Tables>): 'bytea' | 'blob' {
  return isPostgres(database) ? 'bytea' : 'blob';
}

export const required: BuildColumn = (column) => column.notNull();

export async function createIndex<Tables>(
  { schema }: Kysely<Tables>,
  name: string,
  table: string,
  columns: string[],
): Promise<void> {
  await schema.createIndex(name).on(table).columns(columns).execute();
}
