import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { isPostgres } from './postgres-dialect.ts';

/* Helpers for migrations: columns that all tables need, and column types whose names differ between SQLite and PostgreSQL. */

type BuildColumn = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** A primary key that the database numbers in the order of insertion, without ever reusing a number. */
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
