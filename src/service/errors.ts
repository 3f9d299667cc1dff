import { AppError } from '../lib/errors.ts';

/** The service's own database failed. The cause tells how; nobody outside is told. */
export class StoreError extends AppError {
  readonly code = 'store_failed';
}
