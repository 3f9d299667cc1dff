import type { Client } from 'discord.js';
import { createSetupReminder } from '../onboarding/reminder.ts';
import { createWatchReportPoster } from '../reports/watch-report.ts';
import { createReportPoster } from '../reports/weekly-report.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Schedule } from '../../../shared/tasks/schedule.ts';
import type { Policies } from '../../domain/ports.ts';
import type { CaseStatistics } from '../../domain/figures/case-figures.ts';
import type { StoredCases } from '../../storage/cases.ts';
import type { ScheduledPosts } from '../../storage/scheduled-posts.ts';
import { startSetupReminders } from './setup-reminders.ts';
import { startWatchReports } from './watch-reports.ts';
import { startWeeklyReports } from './weekly-reports.ts';

export interface ScheduledWork {
  readonly weeklyReports: Schedule;
  readonly watchReports: Schedule;
  readonly setupReminders: Schedule;
  stop(): Promise<void>;
}

/** Starts what the bot posts of its own accord in the servers of a client. */
export function startScheduledWork(deps: {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly cases: StoredCases;
  readonly caseStatistics: CaseStatistics;
  readonly scheduledPosts: ScheduledPosts;
  readonly moderatorChannel: string;
  readonly clock: Clock;
  readonly logger: Logger;
}): ScheduledWork {
  const { client, policies, cases, caseStatistics, scheduledPosts } = deps;
  const { moderatorChannel, clock, logger } = deps;
  const guildIds = (): string[] => (client.isReady() ? [...client.guilds.cache.keys()] : []);
  const shared = { scheduledPosts, policies, guildIds, clock, logger };
  const place = { client, policies, moderatorChannel };

  const weeklyReports = startWeeklyReports({
    ...shared,
    post: createReportPoster({ ...place, statistics: caseStatistics }),
  });
  const watchReports = startWatchReports({
    ...shared,
    post: createWatchReportPoster({ ...place, cases }),
  });
  const setupReminders = startSetupReminders({ ...shared, reminder: createSetupReminder(place) });
  return {
    weeklyReports,
    watchReports,
    setupReminders,
    async stop() {
      await Promise.all([weeklyReports.stop(), watchReports.stop(), setupReminders.stop()]);
    },
  };
}
