import { z } from 'zod';
import { compact } from '../../shared/database/compact.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { isDamaged, isStorageFailure, type DatabaseError } from '../../shared/database/errors.ts';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import { systemClock, type Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { stateMigrations } from './migrations/migrations.ts';
import { EXPIRING_TABLES, STATE_SCHEMA, type StateDatabase } from './tables.ts';
import { createKeyValueStore, type KeyValueStore } from './key-value-store.ts';

/** Room for a few hundred cases, in bytes. */
const ROOM = 1024 * 1024;

/**
 * The bot's state: tables for records that are searched and listed, and a key-value store for records that are only looked
 * up.
 */
export interface State {
  readonly database: StateDatabase;
  readonly keyValues: KeyValueStore;
  /**
   * Writes; throws a `DatabaseError` if the state can't be used now. After a full disk, there must be room again; a database
   * that was found damaged stays unusable.
   */
  probe(nowMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the state of a `sqlite:` or `postgres:` URL. Expired and deleted rows are then gone from the file. Throws a
 * `DatabaseError`.
 */
export async function openState(
  url: string,
  logger: Logger,
  clock: Clock = systemClock,
): Promise<State> {
  let failure: DatabaseError | null = null;
  const database: StateDatabase = await openDatabase({
    url,
    schema: STATE_SCHEMA,
    migrations: stateMigrations,
    logger,
    onFailure(error) {
      const isWorse = failure === null || isDamaged(error);
      if (isStorageFailure(error) && isWorse) failure = error;
    },
  });
  // Expired rows must be deleted before a file is rewritten. On PostgreSQL, one process purges for all, in the background.
  if (!isPostgres(database)) await purgeExpired(database, clock.now());
  await compact(database, logger);
  const keyValues = createKeyValueStore(database, logger);
  const probes = keyValues.open('probe', z.number());
  const rooms = keyValues.open('probe-room', z.string());

  /** A small write may fit where a case does not. */
  async function checkRoom(): Promise<void> {
    if (failure === null) return;
    if (isDamaged(failure)) throw failure;
    await rooms.set('latest', 'x'.repeat(ROOM));
    await rooms.delete('latest');
    failure = null;
  }

  return {
    database,
    keyValues,
    async probe(nowMs) {
      await checkRoom();
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
