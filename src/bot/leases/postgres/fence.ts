import {
  CompiledQuery,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryExecutor,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { DatabaseError as ServerError, escapeLiteral } from 'pg';
import { LeaseLostError } from '../errors.ts';
import { LEASE_LOST_STATE, LEASE_SCHEMA } from './migrations.ts';

/** The row that a write requires in the table of leases. */
export interface Claim {
  readonly name: string;
  readonly number: number;
  readonly processId: string;
}

/** A connection borrowed from the fenced database. */
interface FencedConnection extends DatabaseConnection {
  readonly original: DatabaseConnection;
  /** A transaction is running on it, which has checked the lease. */
  isInTransaction: boolean;
  release(): void;
}

/**
 * The same database, through the same connections. Each transaction and each single write first checks, in the same
 * transaction, that the lease still has this number, and keeps others from taking the lease until the transaction has ended.
 * Otherwise it throws a `LeaseLostError`. Single reads are not checked. Not for a database that is itself a transaction.
 */
export function fence<Tables>(database: Kysely<Tables>, claim: Claim): Kysely<Tables> {
  const executor = database.getExecutor();
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => createDriver(executor, claim),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => executor.adapter,
      createIntrospector: (fenced) => new PostgresIntrospector(fenced),
    },
  });
}

function createDriver(executor: QueryExecutor, claim: Claim): Driver {
  return {
    init: async () => undefined,
    acquireConnection: () =>
      new Promise((resolve, reject) => {
        executor
          .provideConnection(
            (original) =>
              new Promise<void>((release) => resolve(fenceConnection(original, release, claim))),
          )
          .catch(reject);
      }),
    async beginTransaction(connection, settings) {
      await begin(own(connection).original, claim, settings);
      own(connection).isInTransaction = true;
    },
    async commitTransaction(connection) {
      own(connection).isInTransaction = false;
      await run(own(connection).original, 'COMMIT');
    },
    async rollbackTransaction(connection) {
      own(connection).isInTransaction = false;
      await run(own(connection).original, 'ROLLBACK');
    },
    async releaseConnection(connection) {
      own(connection).release();
    },
    // The fenced database itself stays open.
    destroy: async () => undefined,
  };
}

function fenceConnection(
  original: DatabaseConnection,
  release: () => void,
  claim: Claim,
): FencedConnection {
  const connection: FencedConnection = {
    original,
    isInTransaction: false,
    release,
    executeQuery: (query) =>
      connection.isInTransaction || !isWrite(query)
        ? original.executeQuery(query)
        : writeAlone(original, query, claim),
    streamQuery: (query, chunkSize) => original.streamQuery(query, chunkSize),
  };
  return connection;
}

async function writeAlone<Row>(
  connection: DatabaseConnection,
  query: CompiledQuery,
  claim: Claim,
): Promise<QueryResult<Row>> {
  await begin(connection, claim);
  try {
    const result = await connection.executeQuery<Row>(query);
    await run(connection, 'COMMIT');
    return result;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
}

/** One round trip for both statements: the driver sends queries without parameters as plain text. */
async function begin(
  connection: DatabaseConnection,
  { name, number, processId }: Claim,
  { isolationLevel, accessMode }: TransactionSettings = {},
): Promise<void> {
  const level = isolationLevel === undefined ? '' : ` ISOLATION LEVEL ${isolationLevel}`;
  const mode = accessMode === undefined ? '' : ` ${accessMode}`;
  const values = `${escapeLiteral(name)}, ${number}, ${escapeLiteral(processId)}`;
  try {
    await run(connection, `BEGIN${level}${mode}; SELECT ${LEASE_SCHEMA}.assert_lease(${values})`);
  } catch (error) {
    await rollBack(connection);
    throw isLeaseLost(error) ? new LeaseLostError(name, { cause: error }) : error;
  }
}

/** Called after a failure, which must not be hidden by another one. */
async function rollBack(connection: DatabaseConnection): Promise<void> {
  await run(connection, 'ROLLBACK').catch(() => undefined);
}

async function run(connection: DatabaseConnection, sql: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(sql));
}

function isWrite({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'RawNode') return /^\s*(insert|update|delete|merge|with)\b/i.test(sql);
  return query.kind !== 'SelectQueryNode';
}

function isLeaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return cause instanceof ServerError && cause.code === LEASE_LOST_STATE;
}

/** Kysely returns to the driver the same connections that it got from here. */
function own(connection: DatabaseConnection): FencedConnection {
  return connection as FencedConnection;
}
