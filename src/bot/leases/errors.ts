import { AppError } from '../../shared/errors.ts';

/**
 * This process no longer has a lease: another process took it, or it was released. The pending operation was not carried
 * out.
 */
export class LeaseLostError extends AppError {
  readonly code = 'lease_lost';

  constructor(lease: string, options?: ErrorOptions) {
    super(`This process does not hold the lease ${lease} any more.`, options);
  }
}

/** A process needs a database for itself, and another one is using it. */
export class DatabaseInUseError extends AppError {
  readonly code = 'database_in_use';
}
