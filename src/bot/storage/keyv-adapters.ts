import { createRequire } from 'node:module';
import type * as KeyvPostgresPackage from '@keyv/postgres';
import { KeyvSqlite } from '@keyv/sqlite';
import { CompiledQuery } from 'kysely';
import type { KeyvStoreAdapter } from 'keyv';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import { STATE_SCHEMA, type StateDatabase } from './tables.ts';

/*
 * Keyv's adapters open connections of their own, which no lease fences and whose loss goes unnoticed. These adapters run
 * their statements through the database layer instead.
 */

type Rows = { key: string; value: string }[];

/** `database` stays open when the adapter is disconnected. */
export function keyvAdapterOf(database: StateDatabase): KeyvStoreAdapter {
  async function run(sql: string, parameters: readonly unknown[]): Promise<Rows> {
    const { rows } = await database.executeQuery<Rows[number]>(
      CompiledQuery.raw(sql, [...parameters]),
    );
    return rows;
  }

  class OnSqlite extends KeyvSqlite {
    constructor() {
      super('sqlite://:memory:');
      const { close } = this;
      // Closes the database in memory that the adapter has opened and nobody needs.
      void close();
      this.query = (sql, ...parameters) => run(sql, parameters);
    }
  }

  return isPostgres(database) ? onPostgres(run) : new OnSqlite();
}

const load = createRequire(import.meta.url);

/** The package brings a driver, which is loaded only where it is used, for a quicker start. */
function onPostgres(
  run: (sql: string, parameters: readonly unknown[]) => Promise<Rows>,
): KeyvStoreAdapter {
  const { KeyvPostgres } = load('@keyv/postgres') as typeof KeyvPostgresPackage;

  class OnPostgres extends KeyvPostgres {
    override async connect(): Promise<(sql: string, values?: unknown[]) => Promise<Rows>> {
      return (sql, values = []) => run(sql, values);
    }
  }

  return new OnPostgres({ schema: STATE_SCHEMA });
}
