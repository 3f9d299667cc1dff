import { MEMORY } from '../sqlite-url.ts';
import type { Logger } from '../logger.ts';
import { openSqliteConnection } from './sqlite-connection.ts';

/** Fewer queries than SQLite needs to start a checkpoint by itself (1,000 pages of WAL). */
const QUERIES_PER_CHECKPOINT = 50;

/** Moves the content of a SQLite file's write-ahead log (WAL) into the file. */
export interface WalCheckpointer {
  /** Counts a query that may have written. */
  recordUse(): void;
  /** Never rejects. */
  close(): Promise<void>;
}

/**
 * By itself, SQLite runs a checkpoint during every few hundredth write, which then takes milliseconds longer while a message that
 * should be deleted has to wait. Here, a second connection runs checkpoints alongside the writes. If that fails nothing is lost,
 * because SQLite still runs its own.
 */
export async function createWalCheckpointer(
  path: string,
  logger: Logger,
): Promise<WalCheckpointer> {
  if (path === MEMORY) return { recordUse: () => undefined, close: async () => undefined };
  const connection = await openSqliteConnection(path, 0);
  let queries = 0;
  let running: Promise<void> | null = null;

  async function checkpoint(): Promise<void> {
    queries = 0;
    try {
      await connection.all('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      logger.debug({ err: error }, 'WAL checkpoint failed');
    } finally {
      running = null;
    }
  }

  return {
    recordUse() {
      queries += 1;
      if (queries >= QUERIES_PER_CHECKPOINT) running ??= checkpoint();
    },
    async close() {
      await running;
      await connection
        .close()
        .catch((error: unknown) => logger.debug({ err: error }, 'WAL checkpointer not closed'));
    },
  };
}
