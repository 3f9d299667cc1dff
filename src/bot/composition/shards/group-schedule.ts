import type { Outbox } from '../../outbox/outbox.ts';
import type { PlaceDeps } from '../../posts/place.ts';
import { startScheduledPosts } from '../../posts/scheduled/scheduled-posts.ts';
import { createSetupReminder } from '../../posts/scheduled/setup-reminder.ts';
import { createWatchReport, createWatchResult } from '../../posts/scheduled/watch-report.ts';
import { createWeeklyReport } from '../../posts/scheduled/weekly-report.ts';
import { createWelcome } from '../../posts/scheduled/welcome.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Schedule } from '../../../shared/tasks/schedule.ts';
import type { GroupStores } from './group-stores.ts';

/** Starts what the bot posts at certain times in the servers of a group. */
export function startGroupSchedule(
  deps: PlaceDeps & {
    readonly stores: Pick<GroupStores, 'cases' | 'caseStatistics'>;
    readonly outbox: Outbox;
    readonly clock: Clock;
    readonly logger: Logger;
  },
): Schedule {
  const { client, outbox, clock, logger } = deps;
  const { cases, caseStatistics: statistics } = deps.stores;
  const scheduled = [
    createWeeklyReport({ ...deps, statistics }),
    createWatchReport({ ...deps, cases }),
    createWatchResult({ ...deps, cases }),
    createSetupReminder(deps),
  ];
  outbox.add(createWelcome(deps), ...scheduled.map(({ post }) => post));
  const guildIds = (): string[] => (client.isReady() ? [...client.guilds.cache.keys()] : []);
  return startScheduledPosts({ scheduled, outbox, guildIds, clock, logger });
}
