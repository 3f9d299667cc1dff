import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';

/** Tools that all parts of a process share. */
export interface ProcessContext {
  readonly clock: Clock;
  /** At least 0 and below 1, like `Math.random`. */
  readonly random: () => number;
  readonly logger: Logger;
}
