import { AppError } from '../../../lib/errors.ts';

/** A file of weights that this version of the engine cannot use. */
export class WeightsError extends AppError {
  readonly code = 'weights_unusable';
}
