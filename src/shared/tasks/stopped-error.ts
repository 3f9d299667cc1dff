import { AppError } from '../errors.ts';

/** Ends every wait when the process stops. Unfinished work stays in the stores, and the next start resumes it. */
export class StoppedError extends AppError {
  readonly code = 'stopped';

  constructor() {
    super('the bot is stopping; unfinished work resumes at the next start');
  }
}
