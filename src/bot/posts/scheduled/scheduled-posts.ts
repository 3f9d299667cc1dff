import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { startSchedule, type Schedule } from '../../../shared/tasks/schedule.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { SCHEDULE_INTERVAL_MS, type ScheduledPost } from './scheduled-post.ts';

/** Discord limits how many people a bot may write to in a short time. */
const MAX_PER_RUN = 10;

/**
 * Requests the posts that have become due in every server. Each is requested once, even if the bot was not running at that
 * time.
 */
export function startScheduledPosts(deps: {
  readonly scheduled: readonly ScheduledPost[];
  readonly outbox: Pick<Outbox, 'get' | 'want'>;
  /** The servers the bot is in; empty until Discord has named them. */
  readonly guildIds: () => readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}): Schedule {
  const { scheduled, outbox, clock, logger } = deps;

  /** Resolves to whether the post was due. */
  async function wantIfDue(guildId: string, each: ScheduledPost): Promise<boolean> {
    const ref = { guildId, kind: each.post.name, subject: '' };
    const latest = (await outbox.get(ref))?.revision ?? null;
    const dueAt = await each.dueAt(guildId, latest);
    if (dueAt === null) return false;
    if (latest !== null && Math.abs(dueAt - latest) < each.sameWithinMs) return false;
    await outbox.want({ ...ref, urgency: 'ordinary', revision: dueAt });
    return true;
  }

  async function run(isStopped: () => boolean): Promise<void> {
    for (const each of scheduled) {
      let wanted = 0;
      for (const guildId of deps.guildIds()) {
        if (isStopped()) return;
        if (each.post.name === 'setup reminder' && wanted === MAX_PER_RUN) break;
        try {
          if (await wantIfDue(guildId, each)) wanted += 1;
        } catch (error) {
          logger.warn({ guildId, post: each.post.name, err: error }, 'could not plan a post');
        }
      }
    }
  }

  return startSchedule({ intervalMs: SCHEDULE_INTERVAL_MS, clock }, run);
}
