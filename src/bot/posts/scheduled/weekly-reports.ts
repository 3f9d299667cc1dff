import { DateTime } from 'luxon';
import type { PostReport } from '../reports/weekly-report.ts';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../../shared/tasks/schedule.ts';
import type { Policies } from '../../domain/ports.ts';
import type { ScheduledPosts } from '../../storage/scheduled-posts.ts';

const INTERVAL_MS = 5 * 60 * 1000;
/** Of Monday, in the server's time zone. */
const HOUR = 9;
const KIND = 'weekly report';

export interface WeeklyReportsDeps {
  readonly scheduledPosts: ScheduledPosts;
  readonly policies: Pick<Policies, 'get'>;
  readonly post: PostReport;
  /** The servers the bot is in; empty until Discord has named them. */
  guildIds(): readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Posts each server's weekly report once, also if the bot was stopped when it was due or while it posted it. */
export function startWeeklyReports(deps: WeeklyReportsDeps): Schedule {
  const { scheduledPosts, policies, post, clock, logger } = deps;
  async function postIfDue(guildId: string): Promise<void> {
    const { weeklyReportSince, timeZone } = await policies.get(guildId);
    if (weeklyReportSince === null) return;
    const due = lastDue(clock.now(), timeZone);
    const dueAt = due.toMillis();
    if (dueAt <= weeklyReportSince) return;
    const last = await scheduledPosts.latest(guildId, KIND);
    // A change of the time zone makes the same Monday due again.
    const isSameWeek = last !== null && dueAt - last.dueAt < 2 * DAY_MS;
    if (isSameWeek && last.isPosted) return;
    await scheduledPosts.save(guildId, KIND, { dueAt, isPosted: false });
    const span = { fromMs: due.minus({ weeks: 1 }).toMillis(), toMs: dueAt };
    if (!(await post(guildId, { span, isRetry: isSameWeek }))) return;
    await scheduledPosts.save(guildId, KIND, { dueAt, isPosted: true });
    logger.info({ guildId }, 'weekly report posted');
  }

  async function run(isStopped: () => boolean): Promise<void> {
    for (const guildId of deps.guildIds()) {
      if (isStopped()) return;
      try {
        await postIfDue(guildId);
      } catch (error) {
        logger.warn({ guildId, err: error }, 'could not post the weekly report, retrying');
      }
    }
  }

  return startSchedule({ intervalMs: INTERVAL_MS, clock }, run);
}

/** The latest Monday at nine. */
function lastDue(nowMs: number, timeZone: string): DateTime {
  const now = DateTime.fromMillis(nowMs, { zone: timeZone });
  const due = now.startOf('week').set({ hour: HOUR });
  return due <= now ? due : due.minus({ weeks: 1 });
}
