/**
 * The base class of all expected failures. Callers can switch on `code`. The message names the operation and its target,
 * but never contains message content or secrets.
 */
export abstract class AppError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** An error whose text may be shown to members and moderators. */
export class UserError extends AppError {
  readonly code = 'user_error';
}

/** The error's message for a log. Shows only the type of a thrown non-Error, because its content may be secret. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : `a thrown ${typeof error}`;
}
