import { createPostgresServer } from '../servers/postgres-server.ts';

/** Vitest's global setup: a PostgreSQL server for the whole run, unless TEST_POSTGRES_URL names one. */
export default async function startCluster(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL !== undefined) return undefined;
  const server = await createPostgresServer({ max_connections: '300' });
  // The workers, which start later, inherit it.
  process.env.TEST_POSTGRES_URL = server.url;
  return () => server.remove();
}
