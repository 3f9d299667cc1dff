import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A server on which tests may create databases, such as `postgres://user:password@127.0.0.1/postgres`. */
export const POSTGRES_URL = process.env.TEST_POSTGRES_URL;

/** `npm run test:postgres` sets it: whole bots and services then keep their state in PostgreSQL. */
export const BOTS_USE_POSTGRES = process.env.TEST_STATE === 'postgres';

export interface PostgresDatabase {
  readonly url: string;
  /** Deletes it, even with open connections. */
  drop(): Promise<void>;
}

/** Creates an empty PostgreSQL database on the tests' server. */
export async function createPostgresDatabase(
  server = POSTGRES_URL ?? '',
): Promise<PostgresDatabase> {
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

/** The state of a bot in this process, as options of the harness: a file of its own, or a new database. */
export async function newBotState(): Promise<{
  readonly options: { readonly stateUrl?: string };
  drop(): Promise<void>;
}> {
  if (!BOTS_USE_POSTGRES) return { options: {}, drop: async () => undefined };
  const { url, drop } = await createPostgresDatabase();
  return { options: { stateUrl: url }, drop };
}
