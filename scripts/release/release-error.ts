import { AppError } from '../../src/shared/errors.ts';

/** A release lacks something; the message says what to do. */
export class ReleaseError extends AppError {
  readonly code = 'release_impossible';
}
