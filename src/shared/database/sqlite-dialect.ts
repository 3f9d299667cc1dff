import {
  type CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { errorMessage } from '../errors.ts';
import { sleep, systemClock } from '../clock.ts';
import { createSemaphore } from '../tasks/semaphore.ts';
import type { Logger } from '../logger.ts';
import { isBusy, openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';
import { DatabaseError } from './errors.ts';
import { translateError, translateErrors, type OnFailure } from './translate-errors.ts';
import { createWalCheckpointer, type WalCheckpointer } from './wal-checkpointer.ts';

/** Waiting queries queue up behind this one, so long waits would add up. Callers try again. */
const BUSY_TIMEOUT_MS = 2_000;
const WAL_RETRY_MS = 50;

/**
 * Opens (and creates) a SQLite file in WAL mode, for Kysely with the `sqlite3` driver. Kysely's own SQLite dialect needs a
 * synchronous driver.
 */
export async function openSqlite(
  path: string,
  logger: Logger,
  onFailure?: OnFailure,
): Promise<Dialect> {
  const name = `SQLite (${path})`;
  const connection = await translateError(`Could not open the database ${path}`, async () => {
    const opened = await openSqliteConnection(path, BUSY_TIMEOUT_MS);
    await useWal(opened);
    // A killed process loses nothing. A power cut may lose the last transactions, but never half of one.
    await opened.run('PRAGMA synchronous = NORMAL');
    // Overwrite deleted data: erased text must not remain in the file, nor in the WAL of a killed process.
    await opened.all('PRAGMA secure_delete = ON');
    await opened.all('PRAGMA wal_checkpoint(TRUNCATE)');
    return opened;
  });
  await assertIntact(connection, path);
  const checkpointer = await createWalCheckpointer(path, logger);
  const dialect: Dialect = {
    createDriver: () => createDriver(connection, checkpointer),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  };
  return translateErrors(dialect, name, undefined, onFailure);
}

/** Time limit for the check, so a large file is checked only in part; other damage is found when it is read. */
const CHECK_MS = 5_000;

/** Throws a `DatabaseError` if the file is damaged: a bot that cannot read its state would moderate nothing. */
async function assertIntact(connection: SqliteConnection, path: string): Promise<void> {
  const timer = setTimeout(() => connection.interrupt(), CHECK_MS);
  let problem: string;
  try {
    const [row] = await connection.all('PRAGMA quick_check(1)');
    problem = String(Object.values(row ?? {})[0]);
  } catch (error) {
    problem = errorMessage(error);
  } finally {
    clearTimeout(timer);
  }
  if (problem === 'ok' || problem.includes('SQLITE_INTERRUPT')) return;
  await connection.close();
  throw new DatabaseError(
    `The database ${path} is damaged (${problem}). Restore a backup: see “A full disk or a damaged database” in docs/operations.md.`,
  );
}

/** SQLite does not wait for other connections here, so this fails if another one opens the new file at the same time. */
async function useWal(connection: SqliteConnection): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += WAL_RETRY_MS) {
    try {
      await connection.all('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (waitedMs >= BUSY_TIMEOUT_MS || !isBusy(error)) throw error;
    }
    await sleep(systemClock, WAL_RETRY_MS);
  }
}

/** SQLite rolls schema changes back like any other, so a killed process never leaves half a migration. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** All queries share one connection; a transaction occupies it until it ends. */
function createDriver(connection: SqliteConnection, checkpointer: WalCheckpointer): Driver {
  const semaphore = createSemaphore(1);
  let release = (): void => undefined;

  const shared: DatabaseConnection = {
    executeQuery: (query) => execute(connection, query),
    streamQuery() {
      throw new Error('SQLite queries are not streamed; read in pages.');
    },
  };
  const run = async (sql: string): Promise<void> => {
    await connection.run(sql);
  };

  return {
    init: async () => undefined,
    acquireConnection: () =>
      new Promise((resolve) => {
        void semaphore.run(
          () =>
            new Promise<void>((done) => {
              release = done;
              resolve(shared);
            }),
        );
      }),
    // Takes the write lock at once, which avoids the SQLITE_BUSY that upgrading a read lock can cause.
    beginTransaction: () => run('BEGIN IMMEDIATE'),
    commitTransaction: () => run('COMMIT'),
    async rollbackTransaction() {
      try {
        await run('ROLLBACK');
      } catch (error) {
        // When the disk is full, SQLite has already rolled back. The error that led here has the reason.
        if (!errorMessage(error).includes('no transaction is active')) throw error;
      }
    },
    async releaseConnection() {
      release();
      checkpointer.recordUse();
    },
    // SQLite can't close in the middle of a query.
    destroy: () =>
      semaphore.run(async () => {
        await checkpointer.close();
        await connection.close();
      }),
  };
}

async function execute<Row>(
  connection: SqliteConnection,
  { query, sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const isChange =
    query.kind === 'InsertQueryNode' ||
    query.kind === 'UpdateQueryNode' ||
    query.kind === 'DeleteQueryNode';
  if (isChange && query.returning === undefined) {
    return { rows: [], numAffectedRows: BigInt(await connection.run(sql, parameters)) };
  }
  // Kysely knows the type of a row from the schema; the driver can't.
  return { rows: (await connection.all(sql, parameters)) as Row[] };
}
