import { DEFAULT_API_URL } from '../config/discord.ts';
import type { Leases } from '../leases/leases.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../shared/tasks/schedule.ts';

const INTERVAL_MS = 60_000;

/** Warns once there are several processes: Discord limits all their requests together, but each counts only its own. */
export function warnOfSharedLimits(deps: {
  readonly leases: Pick<Leases, 'isShared' | 'status'>;
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
}): Pick<Schedule, 'stop'> {
  const { leases, apiUrl, clock, logger } = deps;
  if (!leases.isShared || apiUrl !== DEFAULT_API_URL) return { stop: async () => undefined };
  let hasWarned = false;
  return startSchedule({ intervalMs: INTERVAL_MS, clock }, async () => {
    const processes = leases.status().processes.length;
    if (hasWarned || processes < 2) return;
    hasWarned = true;
    logger.warn(
      { processes },
      "several processes share Discord's request limits; set DISCORD_API_URL to a proxy that counts for all of them (docs/operations.md)",
    );
  });
}
