import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { startSchedule } from '../../shared/tasks/schedule.ts';

const PURGE_INTERVAL_MS = 60 * 60 * 1_000;

export interface PurgeScheduleDeps {
  /** Each task removes its expired data. */
  tasks: readonly ((nowMs: number) => Promise<unknown>)[];
  /** Runs once, after the first purge. Must not reject. */
  compact: () => Promise<void>;
  clock: Clock;
  logger: Logger;
}

/** Removes expired data now and then every hour. The returned function stops that, and waits for the current run. */
export function startPurging({
  tasks,
  compact,
  clock,
  logger,
}: PurgeScheduleDeps): () => Promise<void> {
  let isFirst = true;
  const schedule = startSchedule({ intervalMs: PURGE_INTERVAL_MS, clock }, async () => {
    for (const task of tasks) {
      try {
        await task(clock.now());
      } catch (error) {
        logger.error({ err: error }, 'purging expired data failed');
      }
    }
    if (isFirst) await compact();
    isFirst = false;
  });
  return schedule.stop;
}
