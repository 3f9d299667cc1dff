import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../shared/tasks/schedule.ts';
import { purgeExpired } from '../storage/state.ts';
import type { StateDatabase } from '../storage/tables.ts';

const INTERVAL_MS = 60 * 60_000;

/** Deletes the expired records of all servers, now and every hour. */
export function startPurge({
  database,
  clock,
  logger,
}: {
  readonly database: StateDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
}): Schedule {
  return startSchedule({ intervalMs: INTERVAL_MS, clock }, async () => {
    try {
      const removed = await purgeExpired(database, clock.now());
      if (removed > 0) logger.info({ removed }, 'expired records deleted');
    } catch (error) {
      logger.error({ err: error }, 'could not delete expired records');
    }
  });
}
