import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import sqlite3 from 'sqlite3';
import { z } from 'zod';
import { MEMORY } from '../../lib/sqlite-url.ts';
import { createTurns } from '../../lib/turns.ts';
import { StoreError } from '../errors.ts';

export type Value = string | number | Buffer | null;

/** What can be asked of the database. Rows are checked where they come in; every call throws a `StoreError`. */
export interface Queries {
  /** Resolves to the number of rows changed. */
  run(sql: string, parameters?: readonly Value[]): Promise<number>;
  all<Row extends z.ZodType>(
    row: Row,
    sql: string,
    parameters?: readonly Value[],
  ): Promise<z.output<Row>[]>;
  /** The first row, or null. */
  get<Row extends z.ZodType>(
    row: Row,
    sql: string,
    parameters?: readonly Value[],
  ): Promise<z.output<Row> | null>;
}

/** One SQLite file. Statements are prepared once each and run one after another, off the event loop. */
export interface Sqlite extends Queries {
  /** All of `work` or nothing; nobody else's statement comes between. `work` asks only through what it is given. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** After everything asked before. */
  close(): Promise<void>;
}

const BUSY_TIMEOUT_MS = 5_000;
const versionSchema = z.object({ user_version: z.number() });

function openConnection(path: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(path, (error) =>
      error === null ? resolve(connection) : reject(error),
    );
  });
}

function closeConnection(connection: sqlite3.Database): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.close((error) => (error === null ? resolve() : reject(error)));
  });
}

/** The driver's statements, prepared on first use and kept. */
function createStatements(connection: sqlite3.Database) {
  const kept = new Map<string, sqlite3.Statement>();

  async function prepared(sql: string): Promise<sqlite3.Statement> {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    return new Promise((resolve, reject) => {
      const statement = connection.prepare(sql, (error: Error | null) => {
        if (error !== null) return reject(error);
        kept.set(sql, statement);
        resolve(statement);
      });
    });
  }

  return {
    async run(sql: string, parameters: readonly Value[]): Promise<number> {
      const statement = await prepared(sql);
      return new Promise((resolve, reject) => {
        statement.run(parameters, function done(error) {
          if (error === null) resolve(this.changes);
          else reject(error);
        });
      });
    },
    async all(sql: string, parameters: readonly Value[]): Promise<unknown[]> {
      const statement = await prepared(sql);
      return new Promise((resolve, reject) => {
        statement.all<unknown>(parameters, (error, rows) =>
          error === null ? resolve(rows) : reject(error),
        );
      });
    },
    /** A connection with statements left cannot be closed. */
    async finalize(): Promise<void> {
      for (const statement of kept.values()) {
        await new Promise<void>((resolve) => {
          statement.finalize(() => resolve());
        });
      }
      kept.clear();
    },
  };
}

/** Opens (and makes, with its folder) the file, in WAL mode; `:memory:` keeps it in memory. */
export async function openSqlite(path: string): Promise<Sqlite> {
  async function attempt<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new StoreError(`The service's store could not ${operation} (${path}).`, {
        cause: error,
      });
    }
  }

  const connection = await attempt('be opened', async () => {
    if (path !== MEMORY) {
      mkdirSync(dirname(path), { recursive: true });
      // For this user alone; SQLite gives its log and index the same mode. One that is there is not touched: to close
      // it would drop the locks that this process has on it.
      if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    }
    const opened = await openConnection(path);
    opened.configure('busyTimeout', BUSY_TIMEOUT_MS);
    return opened;
  });
  const statements = createStatements(connection);
  const { take: inTurn } = createTurns(1);

  /** Without waiting for a turn: for whoever has it. */
  const direct: Queries = {
    run: (sql, parameters = []) => attempt('write', () => statements.run(sql, parameters)),
    all: (row, sql, parameters = []) =>
      attempt('read', async () => z.array(row).parse(await statements.all(sql, parameters))),
    async get(row, sql, parameters = []) {
      const [first] = await direct.all(row, sql, parameters);
      return first ?? null;
    },
  };

  const database: Sqlite = {
    run: (sql, parameters) => inTurn(() => direct.run(sql, parameters)),
    all: (row, sql, parameters) => inTurn(() => direct.all(row, sql, parameters)),
    get: (row, sql, parameters) => inTurn(() => direct.get(row, sql, parameters)),
    transaction: (work) =>
      inTurn(async () => {
        await direct.run('BEGIN IMMEDIATE');
        try {
          const result = await work(direct);
          await direct.run('COMMIT');
          return result;
        } catch (error) {
          // SQLite has ended the transaction by itself after some failures; the first error is the one to tell.
          await direct.run('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
    close: () =>
      inTurn(() =>
        attempt('be closed', async () => {
          await statements.finalize();
          await closeConnection(connection);
        }),
      ),
  };

  await database.all(z.unknown(), 'PRAGMA journal_mode = WAL');
  // A killed process loses nothing; a power cut may lose the last transactions, but none in half.
  await database.run('PRAGMA synchronous = NORMAL');
  return database;
}

/** Brings the file to the newest schema: the steps are numbered from 1, and `user_version` says how many were taken. */
export async function migrate(database: Sqlite, steps: readonly string[]): Promise<void> {
  await database.transaction(async (queries) => {
    const { user_version: taken = 0 } =
      (await queries.get(versionSchema, 'PRAGMA user_version')) ?? {};
    if (taken > steps.length) {
      throw new StoreError(`The service's store was written by a newer version (${taken}).`);
    }
    for (const step of steps.slice(taken)) {
      for (const statement of step.split(';')) {
        if (statement.trim() !== '') await queries.run(statement);
      }
    }
    // A pragma takes no parameter; the length of a list is a number.
    await queries.run(`PRAGMA user_version = ${steps.length}`);
  });
}
