import type { Clock } from '../../../shared/clock.ts';
import type { PostKind, Settled } from '../../outbox/post-kind.ts';

/** A recurring post. Its revision is the time it was last due. */
export interface ScheduledPost {
  readonly post: PostKind;
  /**
   * When the post was last due in a server (Unix epoch, milliseconds); null: not yet. `latest`: the last due time that is
   * stored.
   */
  dueAt(guildId: string, latest: number | null): Promise<number | null>;
  /**
   * Due times closer together than this count as the same. Otherwise a time zone change would make the same day due again.
   */
  readonly sameWithinMs: number;
}

/** How often the schedule is checked, and how often a post is retried while it has no channel. */
export const SCHEDULE_INTERVAL_MS = 5 * 60_000;

export const DONE: Settled = { dueAt: null };

export function tryLater(clock: Clock): Settled {
  return { dueAt: clock.now() + SCHEDULE_INTERVAL_MS };
}
