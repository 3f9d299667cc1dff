import { AppError } from '../../shared/errors.ts';

/** This process no longer has a lease: another one took it, or it was given back. What it was about to do was not done. */
export class LeaseLostError extends AppError {
  readonly code = 'lease_lost';

  constructor(lease: string, options?: ErrorOptions) {
    super(`This process does not hold the lease ${lease} any more.`, options);
  }
}

/** A process wants a database for itself, and another one runs on it. */
export class DatabaseInUseError extends AppError {
  readonly code = 'database_in_use';
}
