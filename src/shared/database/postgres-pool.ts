import type { PostgresPool, PostgresPoolClient } from 'kysely';
import {
  DatabaseError as ServerError,
  Pool,
  types,
  type CustomTypesConfig,
  type PoolClient,
} from 'pg';
import { errorMessage } from '../errors.ts';
import type { Logger } from '../logger.ts';

/** Time limit for connecting, and for waiting for a free connection. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The server ends slower queries: an error is better than a bot that waits forever. */
const STATEMENT_TIMEOUT_MS = 20_000;
/** A server that has not answered within this time counts as gone. */
const QUERY_TIMEOUT_MS = 25_000;
/**
 * The server ends the transaction of a process that hangs. While it lasts, others can't take over a lease, which they may do five
 * seconds after the process's last heartbeat.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5000;
const KEEP_ALIVE_MS = 10_000;
const POOL_SIZE = 10;

/** `migrating` has no time limits, because it may take as long as it needs. */
export type PoolUse = 'migrating' | 'running';

/** Consequence of an error for its connection. */
type Fate =
  /** Only the query was at fault. */
  | 'usable'
  /** This connection is unusable. */
  | 'broken'
  /** Very likely, all connections of the same age or older are broken, too. */
  | 'all broken';

/** SQLSTATEs that concern a single connection, such as the end of an idle transaction. */
const BROKEN = new Set(['25P02', '25P03', '57P05']);
/** SQLSTATEs of a server that has become a read-only standby, has shut down or has crashed. */
const READ_ONLY = '25006';
const ALL_BROKEN = new Set([READ_ONLY, '57P01', '57P02', '57P03', '57P04']);

const isReadOnly = (error: unknown): boolean =>
  error instanceof ServerError && error.code === READ_ONLY;

function fateAfter(error: unknown): Fate {
  // Everything that is not an answer from the server: a closed socket, a timeout.
  if (!(error instanceof ServerError)) return 'all broken';
  const { code = '' } = error;
  if (ALL_BROKEN.has(code) || code.startsWith('08')) return 'all broken';
  return BROKEN.has(code) ? 'broken' : 'usable';
}

/** Counts and times in milliseconds fit into a double; by default, the driver returns them as strings. */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 || type === types.builtins.NUMERIC
      ? Number
      : types.getTypeParser(type, format),
};

/**
 * A pool of connections for Kysely. After a failure that probably broke all of them, no connection of the same age or older is
 * used again: after a failover, connections may lead to a server that nobody can write to. Unqualified names in queries refer to
 * `schema`.
 */
export function createPostgresPool(
  url: string,
  { schema, use, logger }: { schema: string; use: PoolUse; logger: Logger },
): PostgresPool {
  const pool = new Pool({
    ...connectionOf(url, schema),
    max: use === 'running' ? POOL_SIZE : 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(use === 'running'
      ? {
          statement_timeout: STATEMENT_TIMEOUT_MS,
          query_timeout: QUERY_TIMEOUT_MS,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
        }
      : {}),
    application_name: 'portcullis',
    types: postgresTypes,
  });

  /** Grows with each failure that broke all connections. */
  let generation = 0;
  const generations = new WeakMap<PoolClient, number>();
  let isAvailable = true;

  function reportFailure(error: unknown): void {
    if (!isAvailable || pool.ending) return;
    isAvailable = false;
    logger.warn({ reason: errorMessage(error) }, 'the database is unavailable');
  }

  function reportSuccess(): void {
    if (isAvailable) return;
    isAvailable = true;
    logger.info('the database is available again');
  }

  function judge(error: unknown, client: PoolClient): Fate {
    const fate = fateAfter(error);
    if (fate === 'all broken') {
      // Further failures for the same reason must not break connections that were opened since.
      if (generations.get(client) !== generation) return fate;
      generation += 1;
      // A read-only server does answer, so the query that tried to write reports the failure.
      if (!isReadOnly(error)) reportFailure(error);
    }
    return fate;
  }

  pool.on('connect', (client) => {
    generations.set(client, generation);
    // For a connection that breaks while it is in use: its query fails with the same error.
    client.on('error', () => undefined);
  });
  // Without this handler, a broken idle connection would end the process.
  pool.on('error', (error, client) => void judge(error, client));

  async function connect(): Promise<PostgresPoolClient> {
    for (;;) {
      let client: PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        reportFailure(error);
        throw error;
      }
      if (generations.get(client) === generation) return guard(client);
      client.release(true);
    }
  }

  function guard(client: PoolClient): PostgresPoolClient {
    let isBroken = false;
    async function query(text: string, values: readonly unknown[]): Promise<unknown> {
      try {
        const result = await client.query(text, [...values]);
        if (generations.get(client) === generation) reportSuccess();
        return result;
      } catch (error) {
        if (judge(error, client) !== 'usable') isBroken = true;
        throw error;
      }
    }
    return {
      // Kysely knows a row's type from the schema; the driver can't. We use no cursors.
      query: query as PostgresPoolClient['query'],
      release: () => client.release(isBroken),
    };
  }

  return { connect, end: () => pool.end() };
}

/** Makes explicit what the driver would otherwise read from the URL in its own way. */
export function connectionOf(
  url: string,
  schema: string,
): { connectionString: string; options: string } {
  const parsed = new URL(url);
  const { searchParams } = parsed;
  const options = searchParams.get('options');
  searchParams.delete('options');
  // The driver treats these modes as `verify-full`, and warns that its next version will not.
  const mode = searchParams.get('sslmode') ?? '';
  if (['prefer', 'require', 'verify-ca'].includes(mode) && !searchParams.has('uselibpqcompat')) {
    searchParams.set('sslmode', 'verify-full');
  }
  return {
    connectionString: parsed.href,
    options: `${options === null ? '' : `${options} `}-c search_path=${schema}`,
  };
}
