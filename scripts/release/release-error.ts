import { AppError } from '../../src/shared/errors.ts';

/** Something is missing for a release; the message says what to do. */
export class ReleaseError extends AppError {
  readonly code = 'release_impossible';
}
