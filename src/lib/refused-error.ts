import { AppError } from './errors.ts';

/** A request that is answered with a status and a sentence. The message is that sentence. */
export class RefusedError extends AppError {
  readonly code = 'request_refused';
  readonly statusCode: number;

  constructor(statusCode: number, sentence: string) {
    super(sentence);
    this.statusCode = statusCode;
  }
}

/** The status of a refusal, ours or the framework's; 500 for whatever else was thrown. */
export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
