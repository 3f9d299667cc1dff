import { z } from 'zod';
import { compact } from '../../shared/database/compact.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import { systemClock, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { stateMigrations } from './migrations/migrations.ts';
import { EXPIRING_TABLES, STATE_SCHEMA, type StateDatabase } from './tables.ts';
import { createKeyValueStore, type KeyValueStore } from './key-value-store.ts';

/** The bot's state: tables for what is searched and listed, and a key-value store for what is only looked up. */
export interface State {
  readonly database: StateDatabase;
  readonly keyValues: KeyValueStore;
  /** Writes; throws a `DatabaseError` if the state can't be used now. */
  probe(nowMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the state of a `sqlite:` or `postgres:` URL. What has expired or was deleted is then gone from the file. Throws a
 * `DatabaseError`.
 */
export async function openState(
  url: string,
  logger: Logger,
  clock: Clock = systemClock,
): Promise<State> {
  const database: StateDatabase = await openDatabase({
    url,
    schema: STATE_SCHEMA,
    migrations: stateMigrations,
    logger,
  });
  // A file must be rid of it before it is rewritten. On PostgreSQL one process purges for all, in the background.
  if (!isPostgres(database)) await purgeExpired(database, clock.now());
  await compact(database, logger);
  const keyValues = createKeyValueStore(database, logger);
  const probes = keyValues.open('probe', z.number());
  return {
    database,
    keyValues,
    async probe(nowMs) {
      await probes.set('latest', nowMs);
    },
    close: () => database.destroy(),
  };
}

/** Deletes every expired row; resolves to how many. */
export async function purgeExpired(database: StateDatabase, nowMs: number): Promise<number> {
  let deleted = 0;
  for (const table of EXPIRING_TABLES) {
    const { numDeletedRows } = await database
      .deleteFrom(table)
      .where('expires_at', '<=', nowMs)
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
