import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../../shared/tasks/schedule.ts';
import { createThrottledErrorLog } from '../../../shared/throttled-error-log.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

/** Decides when this process looks at the leases: at intervals, and soon after news. */
export interface Looks {
  start(): void;
  soon(): void;
  stop(): Promise<void>;
}

/** All news within this time leads to a single look. */
const GATHER_MS = 20;

export function createLooks(deps: {
  session: Session;
  intervalMs: number;
  clock: Clock;
  logger: Logger;
  look: (connection: Connection) => Promise<void>;
}): Looks {
  const { session, intervalMs, clock } = deps;
  const logError = createThrottledErrorLog(deps);
  let schedule: Schedule | null = null;
  let cancel: (() => void) | null = null;

  async function look(): Promise<void> {
    const { connection } = session;
    if (connection === null) return;
    try {
      await deps.look(connection);
    } catch (error) {
      if (connection.isOpen) logError({ operation: 'looking at the leases', ids: {} }, error);
    }
  }

  return {
    start() {
      schedule = startSchedule({ intervalMs, clock }, look);
    },
    soon() {
      cancel ??= clock.after(GATHER_MS, () => {
        cancel = null;
        void schedule?.run();
      });
    },
    async stop() {
      await schedule?.stop();
      cancel?.();
    },
  };
}
