import { Client, DatabaseError as ServerError } from 'pg';
import { DatabaseError } from '../../../shared/database/errors.ts';
import { connectionOf } from '../../../shared/database/postgres-pool.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { createSemaphore } from '../../../shared/tasks/semaphore.ts';
import { LEASE_SCHEMA } from './migrations.ts';

type Row = Readonly<Record<string, unknown>>;

/** One connection to PostgreSQL, whose session holds locks. It is not replaced when it breaks. */
export interface Connection {
  readonly isOpen: boolean;
  /** Runs queries one at a time. Rejects with a `DatabaseError`. */
  query<Result = Row>(text: string, values?: readonly unknown[]): Promise<Result[]>;
  /** Closes it and calls `onLost`. */
  fail(reason: unknown): void;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly url: string;
  /** A query that takes longer fails, and the connection with it. */
  readonly timeoutMs: number;
  /** A query that waits longer for a lock fails. */
  readonly lockTimeoutMs: number;
  readonly onNotification: (payload: string) => void;
  /** Called once, unless it was closed before. */
  readonly onLost: (reason: unknown) => void;
}

export async function openConnection({
  url,
  timeoutMs,
  lockTimeoutMs,
  onNotification,
  onLost,
}: ConnectionOptions): Promise<Connection> {
  const { connectionString, options } = connectionOf(url, LEASE_SCHEMA);
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'portcullis leases',
    options: `${options} -c lock_timeout=${lockTimeoutMs}`,
  });
  // The driver warns if it gets a query while it runs another one.
  const turns = createSemaphore(1);
  let isOpen = false;

  async function close(): Promise<void> {
    isOpen = false;
    await client.end().catch(() => undefined);
  }

  function fail(reason: unknown): void {
    if (!isOpen) return;
    void close();
    onLost(reason);
  }

  client.on('error', fail);
  client.on('end', () => fail(new DatabaseError('PostgreSQL closed the connection.')));
  client.on('notification', ({ payload }) => onNotification(payload ?? ''));
  try {
    await client.connect();
    isOpen = true;
  } catch (error) {
    throw new DatabaseError(`Could not connect to PostgreSQL: ${errorMessage(error)}`, {
      cause: error,
    });
  }

  return {
    get isOpen() {
      return isOpen;
    },
    query: (text, values = []) =>
      turns.run(async () => {
        try {
          return (await client.query(text, [...values])).rows;
        } catch (error) {
          // Without an answer from the server, it is unknown whether the query ran.
          if (!(error instanceof ServerError)) fail(error);
          throw new DatabaseError(`PostgreSQL: ${errorMessage(error)}`, { cause: error });
        }
      }),
    fail,
    close,
  };
}
