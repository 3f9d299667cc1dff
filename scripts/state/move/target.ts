import { Client, escapeIdentifier } from 'pg';
import { z } from 'zod';
import { DatabaseError } from '../../../src/shared/database/errors.ts';
import { connectionOf, postgresTypes } from '../../../src/shared/database/postgres-pool.ts';
import { UNFINISHED_MOVE_TABLE } from '../../../src/shared/database/unfinished-move.ts';
import { errorMessage } from '../../../src/shared/errors.ts';

/** A connection on which one move runs. Failures are `DatabaseError`s, whose messages contain no values. */
export interface Target {
  query(sql: string, parameters?: readonly unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** The state of a schema before the move. `unfinished`: an interrupted move left its rows. */
export type SchemaState = 'empty' | 'unfinished' | 'in use';

const CONNECT_TIMEOUT_MS = 10_000;
/** How long to wait for the session of a killed move to end, which happens when PostgreSQL notices. */
const LOCK_TIMEOUT_MS = 10_000;
/** Any number that no other lock uses. */
const MOVE_LOCK = 7_283_640_116;

const encodingSchema = z.tuple([z.object({ server_encoding: z.string() })]);
const schemaStateSchema = z.tuple([z.object({ relations: z.number(), unfinished: z.boolean() })]);
const tablesSchema = z.array(z.object({ name: z.string() }));

/** Connects, and waits for a while if another move is using the database. */
export async function openTarget(url: string, lockTimeoutMs = LOCK_TIMEOUT_MS): Promise<Target> {
  const client = new Client({
    // The move's own queries use qualified names only.
    ...connectionOf(url, 'pg_catalog'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'portcullis migrate-state',
    types: postgresTypes,
  });
  // The query in progress fails with the same error.
  client.on('error', () => undefined);
  const target: Target = {
    async query(sql, parameters = []) {
      try {
        return (await client.query(sql, [...parameters])).rows;
      } catch (error) {
        throw new DatabaseError(`PostgreSQL: ${errorMessage(error)}`, { cause: error });
      }
    },
    close: () => client.end(),
  };
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseError(`Could not connect to PostgreSQL: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  try {
    const [{ server_encoding: encoding }] = encodingSchema.parse(
      await target.query('SHOW server_encoding'),
    );
    if (encoding !== 'UTF8') {
      throw new DatabaseError(
        `The database has the encoding ${encoding}, and Portcullis needs UTF8. Create one with: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
      );
    }
    // The role or the server may have limits that are meant for short queries.
    await target.query('SET statement_timeout = 0');
    await target.query('SET idle_in_transaction_session_timeout = 0');
    await target.query(`SET lock_timeout = ${lockTimeoutMs}`);
    await target.query(`SELECT pg_advisory_lock(${MOVE_LOCK})`).catch((error: unknown) => {
      throw new DatabaseError('Another “npm run migrate-state” is writing to this database.', {
        cause: error,
      });
    });
    return target;
  } catch (error) {
    await target.close();
    throw error;
  }
}

export async function schemaState(target: Target, schema: string): Promise<SchemaState> {
  const [{ relations, unfinished }] = schemaStateSchema.parse(
    await target.query(
      `SELECT count(*) AS relations, coalesce(bool_or(relname = $2), false) AS unfinished
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = $1`,
      [schema, UNFINISHED_MOVE_TABLE],
    ),
  );
  if (relations === 0) return 'empty';
  return unfinished ? 'unfinished' : 'in use';
}

/** Marks an existing schema as unfinished, so that no process starts with it. Drops the rows of an interrupted move. */
export async function markUnfinished(target: Target, schema: string): Promise<void> {
  await target.query('BEGIN');
  await dropTables(target, schema);
  await target.query(`CREATE TABLE ${markOf(schema)} (started_at timestamptz NOT NULL)`);
  await target.query(`INSERT INTO ${markOf(schema)} VALUES (now())`);
  await target.query('COMMIT');
}

/** Rolls the transaction with the data back, and leaves the schemas as they were before the move. */
export async function undoMove(target: Target, schemas: readonly string[]): Promise<void> {
  await target.query('ROLLBACK');
  for (const schema of schemas) {
    if ((await schemaState(target, schema)) !== 'unfinished') continue;
    await target.query('BEGIN');
    await dropTables(target, schema);
    await target.query('COMMIT');
  }
}

async function dropTables(target: Target, schema: string): Promise<void> {
  const tables = tablesSchema.parse(
    await target.query(
      `SELECT format('%I.%I', nspname, relname) AS name
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = $1 AND relkind IN ('r', 'p') AND NOT relispartition`,
      [schema],
    ),
  );
  for (const { name } of tables) await target.query(`DROP TABLE ${name} CASCADE`);
}

/** Call it within the transaction that has the data. */
export async function removeMark(target: Target, schema: string): Promise<void> {
  await target.query(`DROP TABLE ${markOf(schema)}`);
}

const markOf = (schema: string): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(UNFINISHED_MOVE_TABLE)}`;
