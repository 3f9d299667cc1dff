import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A server on which tests may create databases, such as `postgres://user:password@127.0.0.1/postgres`. */
export const POSTGRES_URL = process.env.TEST_POSTGRES_URL;

/** `npm run test:postgres` sets it: whole bots then keep their state in PostgreSQL as well. */
export const BOTS_USE_POSTGRES = process.env.TEST_STATE === 'postgres';

/** Creates an empty PostgreSQL database; `drop` deletes it, whoever is connected. */
export async function createPostgresDatabase(
  server = POSTGRES_URL ?? '',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (sql: string): Promise<void> => {
    const client = new Client(server);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}
