import { PostgresAdapter, PostgresDialect, type Dialect, type Kysely } from 'kysely';
import { Pool, types, type CustomTypesConfig } from 'pg';
import type { Logger } from '../lib/logger.ts';
import { translateErrors } from './translate-errors.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** A query that takes longer fails: better an error than a bot that waits forever. */
const QUERY_TIMEOUT_MS = 30_000;
const POOL_SIZE = 10;

const NAME = 'PostgreSQL';

export const isPostgres = <Tables>(database: Kysely<Tables>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/** Counts and times in milliseconds fit a double; the driver alone would return strings. */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 || type === types.builtins.NUMERIC
      ? Number
      : types.getTypeParser(type, format),
};

/** For Kysely. Unqualified names in queries are those of `schema`. Connects at the first query. */
export function createPostgresDialect(url: string, schema: string, logger: Logger): Dialect {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'portcullis',
    options: `-c search_path=${schema}`,
    types: postgresTypes,
  });
  // A connection that breaks while nobody uses it would otherwise end the process. The pool replaces it.
  pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return translateErrors(new PostgresDialect({ pool }), NAME, (parameter) =>
    typeof parameter === 'string' ? withoutNul(parameter) : parameter,
  );
}

/** PostgreSQL's text has no NUL character. Members can send one, and it must not make the query fail. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');
