import { AppError } from '../lib/errors.ts';

/**
 * Ends whatever waits when the pipeline stops. The message or case it waited for stays unfinished in the
 * stores, and the next start takes it up.
 */
export class PipelineStopped extends AppError {
  readonly code = 'pipeline_stopped';

  constructor() {
    super('the pipeline stops; what is unfinished is taken up at the next start');
  }
}
