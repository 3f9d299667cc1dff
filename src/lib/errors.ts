/**
 * The root of every failure Portcullis raises on purpose. `code` is a literal a caller can switch on;
 * the message names the operation and its target, never a message's content or a secret.
 */
export abstract class AppError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A failure whose text may be shown to members and moderators as it stands. */
export class UserError extends AppError {
  readonly code = 'user_error';
}

/** What was thrown, as a sentence for a log: a non-Error is named by its type, never printed. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : `a thrown ${typeof error}`;
}
