import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';

/** The means that all parts of a process share. */
export interface ProcessContext {
  readonly clock: Clock;
  /** From 0 to below 1, as `Math.random`. */
  readonly random: () => number;
  readonly logger: Logger;
}
