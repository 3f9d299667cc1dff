import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { PURGE_INTERVAL_MS } from './limits.ts';

export interface PurgeDeps {
  /** Each removes what is past its time. */
  tasks: readonly ((nowMs: number) => Promise<unknown>)[];
  clock: Clock;
  logger: Logger;
}

/** Removes what is past its time, now and every hour; the returned function ends it once what is under way is done. */
export function keepPurged({ tasks, clock, logger }: PurgeDeps): () => Promise<void> {
  let isStopped = false;
  let cancel = (): void => undefined;

  async function purge(): Promise<void> {
    for (const task of tasks) {
      try {
        await task(clock.now());
      } catch (error) {
        logger.error({ err: error }, 'what is past its time could not be removed');
      }
    }
    if (isStopped) return;
    cancel = clock.after(PURGE_INTERVAL_MS, () => {
      running = purge();
    });
  }

  let running = purge();
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
