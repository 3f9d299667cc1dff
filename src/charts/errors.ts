import { AppError } from '../lib/errors.ts';

/** It could not be drawn. Another one may be. */
export class ChartError extends AppError {
  readonly code = 'chart_failed';

  constructor(kind: string, problem: string, options?: ErrorOptions) {
    super(`The ${kind} chart could not be drawn: ${problem}`, options);
  }
}
