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

/** State of a schema before the move. `unfinished`: left by an interrupted move. */
export type SchemaState = 'empty' | 'unfinished' | 'in use';

const CONNECT_TIMEOUT_MS = 10_000;
/** For the session of a killed move, which PostgreSQL ends when it notices. */
const LOCK_TIMEOUT_MS = 10_000;
/** Any number that no other lock uses. */
const MOVE_LOCK = 7_283_640_116;

const encodingSchema = z.tuple([z.object({ server_encoding: z.string() })]);
const schemaStateSchema = z.tuple([z.object({ relations: z.number(), unfinished: z.boolean() })]);
const tablesSchema = z.array(z.object({ name: z.string() }));

/** Connects, and waits a while until no other move uses the database. */
export async function openTarget(url: string, lockTimeoutMs = LOCK_TIMEOUT_MS): Promise<Target> {
  const client = new Client({
    // The names of the move's own queries are qualified.
    ...connectionOf(url, 'pg_catalog'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'portcullis migrate-state',
    types: postgresTypes,
  });
  // The query that runs fails with the same error.
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
    // A role or a server may have limits that are meant for short queries.
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

/** Marks a schema, which must exist, so that nothing starts with it. Drops the rows of an interrupted move. */
export async function markUnfinished(target: Target, schema: string): Promise<void> {
  await target.query('BEGIN');
  await dropTables(target, schema);
  await target.query(`CREATE TABLE ${markOf(schema)} (started_at timestamptz NOT NULL)`);
  await target.query(`INSERT INTO ${markOf(schema)} VALUES (now())`);
  await target.query('COMMIT');
}

/** Ends the transaction of the data and leaves the schemas as they were before the move. */
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

/** Within the transaction of the data. */
export async function removeMark(target: Target, schema: string): Promise<void> {
  await target.query(`DROP TABLE ${markOf(schema)}`);
}

const markOf = (schema: string): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(UNFINISHED_MOVE_TABLE)}`;
