import { PostgresAdapter, PostgresDialect, type Dialect, type Kysely } from 'kysely';
import type { Logger } from '../logger.ts';
import type { PoolUse } from './postgres-pool.ts';
import { translateErrors } from './translate-errors.ts';

const NAME = 'PostgreSQL';

export const isPostgres = <Tables>(database: Kysely<Tables>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/** A dialect for Kysely. Unqualified names in queries refer to `schema`. Connects at the first query. */
export function createPostgresDialect(
  url: string,
  options: { schema: string; use: PoolUse; logger: Logger },
): Dialect {
  // The driver is loaded only where it is used, for a quicker start.
  const pool = async () => (await import('./postgres-pool.ts')).createPostgresPool(url, options);
  return translateErrors(new PostgresDialect({ pool }), NAME, (parameter) =>
    typeof parameter === 'string' ? withoutNul(parameter) : parameter,
  );
}

/** PostgreSQL's texts cannot contain NUL. Members can send one, and it must not make the query fail. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');
