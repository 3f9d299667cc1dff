import { AppError } from '../errors.ts';

/** A database failed: it can't be opened, is locked, full or gone, or refused a query. The cause has the details. */
export class DatabaseError extends AppError {
  readonly code = 'database_failed';
}
