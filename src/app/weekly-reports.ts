import { DateTime } from 'luxon';
import type { PostReport } from '../discord/alerts/weekly-report.ts';
import { DAY_MS, type Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { startSchedule, type Schedule } from '../lib/schedule.ts';
import type { Policies } from '../moderation/ports.ts';
import type { StateDatabase } from '../storage/tables.ts';

const INTERVAL_MS = 5 * 60 * 1000;
/** Of Monday, in the server's time zone. */
const HOUR = 9;

export interface WeeklyReportsDeps {
  readonly database: StateDatabase;
  readonly policies: Pick<Policies, 'get'>;
  readonly post: PostReport;
  /** The servers the bot is in; empty until Discord has named them. */
  guildIds(): readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Posts each server's weekly report once, also if the bot was stopped when it was due or while it posted it. */
export function startWeeklyReports(deps: WeeklyReportsDeps): Schedule {
  const { database, policies, post, clock, logger } = deps;
  /** Ends a run that is going through many servers. */
  let isStopped = false;

  async function postIfDue(guildId: string): Promise<void> {
    const { weeklyReportSince, timeZone } = await policies.get(guildId);
    if (weeklyReportSince === null) return;
    const due = lastDue(clock.now(), timeZone);
    const dueAt = due.toMillis();
    if (dueAt <= weeklyReportSince) return;
    const last = await database
      .selectFrom('weekly_reports')
      .select(['due_at', 'posted'])
      .where('guild_id', '=', guildId)
      .executeTakeFirst();
    // A change of the time zone makes the same Monday due again.
    const isSameWeek = last !== undefined && dueAt - last.due_at < 2 * DAY_MS;
    if (isSameWeek && last.posted === 1) return;
    await save(guildId, dueAt, 0);
    const span = { fromMs: due.minus({ weeks: 1 }).toMillis(), toMs: dueAt };
    if (!(await post(guildId, { span, isRetry: isSameWeek }))) return;
    await save(guildId, dueAt, 1);
    logger.info({ guildId }, 'weekly report posted');
  }

  async function save(guildId: string, dueAt: number, posted: 0 | 1): Promise<void> {
    await database
      .insertInto('weekly_reports')
      .values({ guild_id: guildId, due_at: dueAt, posted })
      .onConflict((conflict) => conflict.column('guild_id').doUpdateSet({ due_at: dueAt, posted }))
      .execute();
  }

  async function run(): Promise<void> {
    for (const guildId of deps.guildIds()) {
      if (isStopped) return;
      try {
        await postIfDue(guildId);
      } catch (error) {
        logger.warn({ guildId, err: error }, 'could not post the weekly report, retrying');
      }
    }
  }

  const schedule = startSchedule({ intervalMs: INTERVAL_MS, clock }, run);
  return {
    run: schedule.run,
    stop() {
      isStopped = true;
      return schedule.stop();
    },
  };
}

/** The latest Monday at nine. */
function lastDue(nowMs: number, timeZone: string): DateTime {
  const now = DateTime.fromMillis(nowMs, { zone: timeZone });
  const due = now.startOf('week').set({ hour: HOUR });
  return due <= now ? due : due.minus({ weeks: 1 });
}
