import { AppError } from '../../shared/errors.ts';

/** A tagging session can't continue. The message becomes its `stopReason`: a sentence that says what to change. */
export class SessionError extends AppError {
  readonly code = 'session_failed';
}
