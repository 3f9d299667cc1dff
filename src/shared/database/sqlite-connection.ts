import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import sqlite3 from 'sqlite3';
import { errorMessage } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import { MEMORY } from '../sqlite-url.ts';

export type SqliteValue = string | number | Buffer | null;

/** True if another connection has the file locked. */
export const isBusy = (error: unknown): boolean => errorMessage(error).includes('SQLITE_BUSY');

/** One connection to a SQLite file. Every method rejects with the driver's own error. */
export interface SqliteConnection {
  /** Runs a statement; resolves to the number of rows it changed. */
  run(sql: string, parameters?: readonly unknown[]): Promise<number>;
  /** Runs a statement; resolves to the rows it returned. */
  all(sql: string, parameters?: readonly unknown[]): Promise<unknown[]>;
  /** Interrupts running statements, which then fail with SQLITE_INTERRUPT. */
  interrupt(): void;
  close(): Promise<void>;
}

/**
 * Maximum number of statements kept prepared. Queries with parameter lists of different lengths are different statements, so
 * there is no natural limit.
 */
const MAX_PREPARED = 200;
/** Longer statements insert many rows at once and are seldom repeated. In characters. */
const MAX_PREPARED_LENGTH = 2_000;

/**
 * Opens a SQLite file; creates it and its folder if they don't exist. Waits up to `busyTimeoutMs` for locks that other
 * connections hold. Statements are prepared once and run off the event loop.
 */
export async function openSqliteConnection(
  path: string,
  busyTimeoutMs: number,
): Promise<SqliteConnection> {
  if (path !== MEMORY) {
    makeFolder(dirname(path));
    // Readable by this user only; SQLite gives the WAL the same mode. An existing file is left alone: opening and closing it
    // would drop the locks that this process holds on it.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  }
  const connection = await connect(path);
  connection.configure('busyTimeout', busyTimeoutMs);
  const statements = new Map<string, sqlite3.Statement>();

  async function prepare(sql: string): Promise<sqlite3.Statement> {
    const prepared = statements.get(sql);
    if (prepared !== undefined) return prepared;
    const statement = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const created = connection.prepare(sql, (error: Error | null) =>
        error === null ? resolve(created) : reject(error),
      );
    });
    const [oldest] = statements;
    if (statements.size >= MAX_PREPARED && oldest !== undefined) {
      statements.delete(oldest[0]);
      await finalize(oldest[1]);
    }
    statements.set(sql, statement);
    return statement;
  }

  return {
    async run(sql, parameters = []) {
      const statement = sql.length > MAX_PREPARED_LENGTH ? null : await prepare(sql);
      return new Promise((resolve, reject) => {
        function done(this: sqlite3.RunResult, error: Error | null): void {
          if (error === null) resolve(this.changes);
          else end(statement, () => reject(error));
        }
        if (statement === null) connection.run(sql, parameters, done);
        else statement.run(parameters, done);
      });
    },
    async all(sql, parameters = []) {
      const statement = sql.length > MAX_PREPARED_LENGTH ? null : await prepare(sql);
      return new Promise((resolve, reject) => {
        const done = (error: Error | null, rows: unknown[]): void =>
          error === null ? resolve(rows) : end(statement, () => reject(error));
        if (statement === null) connection.all(sql, parameters, done);
        else statement.all(parameters, done);
      });
    },
    interrupt: () => connection.interrupt(),
    async close() {
      // SQLite refuses to close a connection that still has statements.
      await Promise.all([...statements.values()].map(finalize));
      statements.clear();
      await new Promise<void>((resolve, reject) => {
        connection.close((error) => (error === null ? resolve() : reject(error)));
      });
    },
  };
}

/** A prepared statement that failed remains active, and then no transaction could commit. */
function end(statement: sqlite3.Statement | null, done: () => void): void {
  if (statement === null) done();
  else statement.reset(done);
}

function connect(path: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(path, (error) =>
      error === null ? resolve(connection) : reject(error),
    );
  });
}

function finalize(statement: sqlite3.Statement): Promise<void> {
  return new Promise((resolve) => {
    statement.finalize(() => resolve());
  });
}
