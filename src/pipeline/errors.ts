import { AppError } from '../lib/errors.ts';

/**
 * Ends every wait when the pipeline stops. The message or case that waited stays unfinished in the stores, and the
 * next start resumes it.
 */
export class PipelineStoppedError extends AppError {
  readonly code = 'pipeline_stopped';

  constructor() {
    super('the pipeline is stopping; unfinished work resumes at the next start');
  }
}
