import type { SetupReminder } from '../onboarding/reminder.ts';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../../shared/tasks/schedule.ts';
import type { ScheduledPosts } from '../../storage/scheduled-posts.ts';

const INTERVAL_MS = 5 * 60_000;
const WEEK_MS = 7 * DAY_MS;
const KIND = 'setup reminder';
/** Discord limits how many people a bot may write to in a short time. */
const MAX_PER_RUN = 10;

export interface SetupRemindersDeps {
  readonly scheduledPosts: ScheduledPosts;
  readonly reminder: SetupReminder;
  /** The servers the bot is in; empty until Discord has named them. */
  guildIds(): readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Reminds the owner of each server without a usable moderator channel, at most once a week and not in the first one. */
export function startSetupReminders(deps: SetupRemindersDeps): Schedule {
  const { scheduledPosts, reminder, clock, logger } = deps;
  async function remindIfDue(guildId: string): Promise<boolean> {
    if (!(await reminder.isNeeded(guildId))) return false;
    const now = clock.now();
    const [latest, welcome] = await Promise.all([
      scheduledPosts.latest(guildId, KIND),
      scheduledPosts.latest(guildId, 'welcome'),
    ]);
    if (welcome !== null && now - welcome.dueAt < WEEK_MS) return false;
    const isRetry = latest?.isPosted === false;
    if (!isRetry && latest !== null && now - latest.dueAt < WEEK_MS) return false;
    const dueAt = isRetry ? latest.dueAt : now;
    await scheduledPosts.save(guildId, KIND, { dueAt, isPosted: false });
    await reminder.send(guildId, { sinceMs: isRetry ? dueAt : null });
    await scheduledPosts.save(guildId, KIND, { dueAt, isPosted: true });
    return true;
  }

  async function run(isStopped: () => boolean): Promise<void> {
    let sent = 0;
    for (const guildId of deps.guildIds()) {
      if (isStopped() || sent === MAX_PER_RUN) return;
      try {
        if (await remindIfDue(guildId)) sent += 1;
      } catch (error) {
        sent += 1;
        logger.warn({ guildId, err: error }, 'could not remind the owner of a server, retrying');
      }
    }
  }

  return startSchedule({ intervalMs: INTERVAL_MS, clock }, run);
}
