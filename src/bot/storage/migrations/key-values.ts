import type { Migration } from 'kysely';
import { required } from '../../../shared/database/columns.ts';

/** Keyv's table, which its adapters created themselves before. */
export const keyValues: Migration = {
  up: (database) =>
    database.schema
      .createTable('keyv')
      .ifNotExists()
      .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('value', 'text', required)
      .execute(),
};
