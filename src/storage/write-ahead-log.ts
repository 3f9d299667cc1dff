import { KeyvSqlite } from '@keyv/sqlite';

/** So many writes are moved at once from the log to the database: fewer than SQLite lets gather by itself. */
const WRITES_A_MOVE = 50;

/** Keeps what waits in the write-ahead log of a database little. */
export interface WriteAheadLog {
  /** To be told of every write. */
  written(): void;
  /** Never rejects. */
  close(): Promise<void>;
}

/**
 * Left alone, SQLite moves what is in the log to the database in the midst of every few hundredth write, which then
 * takes some milliseconds more, and a message that is to be deleted waits for it. Here a connection of its own does
 * so, beside the writes. Where that fails nothing is lost: SQLite's own way is still in place.
 */
export function createWriteAheadLog(uri: string, failed: (error: unknown) => void): WriteAheadLog {
  const connection = new KeyvSqlite({ uri });
  // What it emits fails the query as well.
  connection.on('error', () => undefined);
  let writes = 0;
  let isMoving = false;

  async function move(): Promise<void> {
    isMoving = true;
    writes = 0;
    try {
      await connection.query('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      failed(error);
    } finally {
      isMoving = false;
    }
  }
  // At once, so that a connection that cannot be made fails here, where somebody listens.
  void move();

  return {
    written() {
      writes += 1;
      if (writes >= WRITES_A_MOVE && !isMoving) void move();
    },
    close: () => connection.close().catch(failed),
  };
}
