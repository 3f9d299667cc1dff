import { AppError } from '../lib/errors.ts';

/** The listener could not listen. */
export class ListenerError extends AppError {
  readonly code = 'listener_failed';
}
