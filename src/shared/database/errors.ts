import { AppError } from '../errors.ts';

/** A database failed: it can't be opened, is locked, full or gone, or rejected a query. The cause has the details. */
export class DatabaseError extends AppError {
  readonly code = 'database_failed';
}

/** The disk is full, read-only or broken. Waiting may help. */
const NO_ROOM = /\bSQLITE_(?:FULL|IOERR|READONLY)/;
/** The file's content is not what SQLite wrote. Only a repair helps. */
const DAMAGED = /\bSQLITE_(?:CORRUPT|NOTADB)/;

/** True if nothing can be stored at all, as opposed to a rejected query or a lock. */
export function isStorageFailure(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && (NO_ROOM.test(error.message) || isDamaged(error));
}

export function isDamaged(error: DatabaseError): boolean {
  return DAMAGED.test(error.message);
}
