import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';

const PURGE_EVERY_MS = 60 * 60 * 1000;

/** Removes evidence and other records past their time, now and every hour, until the returned function is called. */
export function keepPurged(
  database: Database,
  { clock, logger }: { clock: Clock; logger: Logger },
): () => Promise<void> {
  let cancel: () => void;
  let purging: Promise<void>;
  async function purge(): Promise<void> {
    try {
      const removed = await database.purge(clock.now());
      if (removed > 0) logger.info({ removed }, 'records past their time were removed');
    } catch (error) {
      logger.error({ err: error }, 'records past their time could not be removed');
    }
  }
  function begin(): void {
    cancel = clock.after(PURGE_EVERY_MS, begin);
    purging = purge();
  }
  begin();
  return () => {
    cancel();
    return purging;
  };
}
