import { AppError } from '../lib/errors.ts';

/** The listener could not listen. */
export class ListenerError extends AppError {
  readonly code = 'listener_failed';
}

/** A request that is answered with a status and a sentence. The message is that sentence. */
export class RefusedError extends AppError {
  readonly code = 'request_refused';
  readonly statusCode: number;

  constructor(statusCode: number, sentence: string) {
    super(sentence);
    this.statusCode = statusCode;
  }
}
