import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import type { ServiceDatabase } from './tables.ts';

/** An instance counts as dead when the database has not heard from it for this long. */
export const DEAD_AFTER_MS = 10_000;
/** The rows of dead instances are removed after this time. */
const FORGOTTEN_AFTER_MS = 60 * 60 * 1_000;

/** The database's clock, so that the machines' clocks need not agree. */
const DATABASE_NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The service instances that share a database. With SQLite there is only one. */
export interface InstanceStore {
  /** True if other instances may use the same database. */
  readonly isShared: boolean;
  /** Adds this instance. Afterwards, claims of dead instances, and with SQLite those of the previous run, are free. */
  join(id: string): Promise<void>;
  /** Records that the instance is alive. */
  beat(id: string): Promise<void>;
  /** Frees the instance's claims. */
  leave(id: string): Promise<void>;
}

export function createInstanceStore(database: ServiceDatabase): InstanceStore {
  const isShared = isPostgres(database);

  async function put(id: string): Promise<void> {
    const seenMs = isShared ? DATABASE_NOW_MS : 0;
    await database
      .insertInto('instances')
      .values({ id, seen_ms: seenMs })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_ms: seenMs }))
      .execute();
  }

  return {
    isShared,
    async join(id) {
      let others = database.deleteFrom('instances');
      if (isShared) {
        others = others.where(
          'seen_ms',
          '<',
          sql<number>`${DATABASE_NOW_MS} - ${FORGOTTEN_AFTER_MS}`,
        );
      }
      await others.execute();
      await put(id);
    },
    beat: put,
    async leave(id) {
      await database.deleteFrom('instances').where('id', '=', id).execute();
    },
  };
}

/** SQL conditions on a column that names the instance that claimed a row. */
export interface Claims {
  readonly instanceId: string;
  /** The row is unclaimed, or its instance is dead. */
  isAbandoned(column: string): RawBuilder<SqlBool>;
  /** This instance may claim the row, or already has. */
  isFree(column: string): RawBuilder<SqlBool>;
}

export function createClaims(database: ServiceDatabase, instanceId: string): Claims {
  const alive = isPostgres(database)
    ? sql`SELECT id FROM instances WHERE seen_ms > ${DATABASE_NOW_MS} - ${DEAD_AFTER_MS}`
    : sql`SELECT id FROM instances`;
  const isAbandoned = (column: string): RawBuilder<SqlBool> =>
    sql<SqlBool>`(${sql.ref(column)} IS NULL OR ${sql.ref(column)} NOT IN (${alive}))`;
  return {
    instanceId,
    isAbandoned,
    isFree: (column) =>
      sql<SqlBool>`(${sql.ref(column)} = ${instanceId} OR ${isAbandoned(column)})`,
  };
}
