import { AppError } from '../lib/errors.ts';

/** A request that is answered with a status and a sentence. The message is that sentence. */
export class RefusedError extends AppError {
  readonly code = 'request_refused';
  readonly statusCode: number;

  constructor(statusCode: number, sentence: string) {
    super(sentence);
    this.statusCode = statusCode;
  }
}

/** The service's own database failed. The cause tells how; nobody outside is told. */
export class StoreError extends AppError {
  readonly code = 'store_failed';
}
