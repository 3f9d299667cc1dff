import { KeyvSqlite } from '@keyv/sqlite';

/** So many writes are moved at once from the log to the database: fewer than SQLite lets gather by itself. */
const WRITES_A_MOVE = 50;

/** Keeps the write-ahead log of a database short. */
export interface WriteAheadLog {
  /** To be told of every write. */
  written(): void;
  close(): Promise<void>;
}

/**
 * Left alone, SQLite moves what is in the log to the database in the midst of every few hundredth write, which then
 * takes some milliseconds more, and a message that is to be deleted waits for it. Here a connection of its own does
 * so, beside the writes. Where that fails nothing is lost: SQLite's own way is still in place.
 */
export function createWriteAheadLog(uri: string, failed: (error: unknown) => void): WriteAheadLog {
  const connection = new KeyvSqlite({ uri });
  connection.on('error', failed);
  let writes = 0;
  let isMoving = false;

  async function move(): Promise<void> {
    try {
      await connection.query('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      failed(error);
    } finally {
      isMoving = false;
    }
  }

  return {
    written() {
      writes += 1;
      if (writes < WRITES_A_MOVE || isMoving) return;
      writes = 0;
      isMoving = true;
      void move();
    },
    close: () => connection.close(),
  };
}
