import { DateTime } from 'luxon';
import type { PostWatchReport } from '../reports/watch-report.ts';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../../shared/tasks/schedule.ts';
import type { Policies } from '../../domain/ports.ts';
import type { PostKind, ScheduledPosts } from '../../storage/scheduled-posts.ts';

const INTERVAL_MS = 5 * 60_000;
/** In the server's time zone. */
const HOUR = 9;
/** A change of the time zone makes the same day due again, but not a day of its own. */
const SAME_DAY_MS = DAY_MS / 2;

export interface WatchReportsDeps {
  readonly scheduledPosts: ScheduledPosts;
  readonly policies: Pick<Policies, 'get'>;
  readonly post: PostWatchReport;
  /** The servers the bot is in; empty until Discord has named them. */
  guildIds(): readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Due {
  readonly kind: PostKind;
  readonly of: 'day' | 'week';
  readonly dueAt: number;
  readonly fromMs: number;
}

/**
 * While a server only watches, posts every day what the bot would have done; and when the time it wanted to watch is over, the
 * same for that time. Each once, also if the bot was stopped in the meantime.
 */
export function startWatchReports(deps: WatchReportsDeps): Schedule {
  const { scheduledPosts, policies, post, clock, logger } = deps;
  async function dueIn(guildId: string): Promise<Due[]> {
    const { mode, watchOnlyUntil, timeZone } = await policies.get(guildId);
    if (mode !== 'watch') return [];
    const now = clock.now();
    const day = lastDue(now, timeZone);
    return [
      { kind: 'watch report', of: 'day', dueAt: day, fromMs: day - DAY_MS },
      ...(watchOnlyUntil === null || watchOnlyUntil > now
        ? []
        : [
            {
              kind: 'watch result' as const,
              of: 'week' as const,
              dueAt: watchOnlyUntil,
              fromMs: watchOnlyUntil - 7 * DAY_MS,
            },
          ]),
    ];
  }

  async function postOnce(guildId: string, { kind, of, dueAt, fromMs }: Due): Promise<void> {
    const last = await scheduledPosts.latest(guildId, kind);
    const isSame = last !== null && Math.abs(dueAt - last.dueAt) < SAME_DAY_MS;
    if (isSame && last.isPosted) return;
    await scheduledPosts.save(guildId, kind, { dueAt, isPosted: false });
    const span = { fromMs, toMs: dueAt };
    if (!(await post(guildId, { of, span, isRetry: isSame }))) return;
    await scheduledPosts.save(guildId, kind, { dueAt, isPosted: true });
  }

  async function run(isStopped: () => boolean): Promise<void> {
    for (const guildId of deps.guildIds()) {
      if (isStopped()) return;
      try {
        for (const due of await dueIn(guildId)) await postOnce(guildId, due);
      } catch (error) {
        logger.warn(
          { guildId, err: error },
          'could not post what the bot would have done, retrying',
        );
      }
    }
  }

  return startSchedule({ intervalMs: INTERVAL_MS, clock }, run);
}

/** The latest nine o'clock. */
function lastDue(nowMs: number, timeZone: string): number {
  const now = DateTime.fromMillis(nowMs, { zone: timeZone });
  const due = now.startOf('day').set({ hour: HOUR });
  return (due <= now ? due : due.minus({ days: 1 })).toMillis();
}
