import type { Clock } from '../../../shared/clock.ts';
import type { PostKind, Settled } from '../../outbox/post-kind.ts';

/** A recurring post. Its revision is the time it was last due. */
export interface ScheduledPost {
  readonly post: PostKind;
  /**
   * When it was due last in a server (Unix epoch, milliseconds); null: not yet. `latest`: the last time that is known, when
   * the bot may have posted it.
   */
  dueAt(guildId: string, latest: number | null): Promise<number | null>;
  /** A time that differs by less is the same one: a change of the time zone makes the same day due again. */
  readonly sameWithinMs: number;
}

/** Interval of the schedule, and of retries without a channel. */
export const SCHEDULE_INTERVAL_MS = 5 * 60_000;

export const DONE: Settled = { dueAt: null };

export function tryLater(clock: Clock): Settled {
  return { dueAt: clock.now() + SCHEDULE_INTERVAL_MS };
}
