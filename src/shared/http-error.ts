import { AppError } from './errors.ts';

/** The response to a bad request: a status, and the message as its body. */
export class HttpError extends AppError {
  readonly code = 'request_refused';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** The 4xx status of our or the framework's error; 500 for any other error. */
export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
