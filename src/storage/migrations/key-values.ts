import type { Migration } from 'kysely';
import { required } from '../../database/columns.ts';

/** Keyv created this table itself, where it was used. */
export const keyValues: Migration = {
  up: (database) =>
    database.schema
      .createTable('keyv')
      .ifNotExists()
      .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('value', 'text', required)
      .execute(),
};
