import { createSoleProcess } from '../leases/sole-process.ts';
import type { Leases } from '../leases/leases.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

/** Processes with one PostgreSQL database share the work. With SQLite there is one process. */
export async function openLeases(options: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}): Promise<Leases> {
  return createSoleProcess(options);
}
