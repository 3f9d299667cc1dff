import type { Clock } from '../../../shared/clock.ts';
import type { Unavailable } from '../../../shared/tasks/retry.ts';
import type { NoticeRow, Notices } from '../../domain/notices.ts';
import type { EffectContext, Executor } from '../../domain/ports.ts';
import type { NoticeResult } from './notice-outcomes.ts';

/** Sends notices within Discord's limit on new direct message channels. */
export interface NoticeSender {
  /** Null: the limit does not allow it now; the notice stays in the queue. Stores the attempt, but not its result. */
  send(
    notice: NoticeRow,
    context: EffectContext,
  ): Promise<Required<NoticeResult> | Unavailable | null>;
  /** Whether a new notice can be sent at once: it never overtakes those that wait for the limit. */
  isFree(): boolean;
  /** Notes that a due notice waits for the limit. */
  remember(notice: NoticeRow): void;
  forget(notice: NoticeRow): void;
  /** The end of the limit (Unix epoch, milliseconds). */
  blockedUntil(): number;
}

export function createNoticeSender({
  notices,
  executor,
  clock,
}: {
  readonly notices: Pick<Notices, 'put'>;
  readonly executor: Executor;
  readonly clock: Clock;
}): NoticeSender {
  let blockedUntil = 0;
  /** The notices that wait, by author. */
  const waiting = new Set<string>();

  return {
    async send(notice, context) {
      await notices.put({ ...notice, tries: notice.tries + 1 });
      const resumed = context.resumed || notice.tries > 0;
      const result = await executor.execute({ kind: 'notice' }, { ...context, resumed });
      if (result.status === 'unavailable') {
        if (result.retryAfterMs === undefined) return result;
        blockedUntil = clock.now() + result.retryAfterMs;
        return null;
      }
      const sentAt = result.status === 'done' ? clock.now() : notice.sentAt;
      waiting.delete(keyOf(notice));
      return { outcome: result, notice: { ...notice, isWaiting: false, sentAt } };
    },
    isFree: () => waiting.size === 0 && clock.now() >= blockedUntil,
    remember: (notice) => void waiting.add(keyOf(notice)),
    forget: (notice) => void waiting.delete(keyOf(notice)),
    blockedUntil: () => blockedUntil,
  };
}

/** An author has at most one notice in a server. */
export function keyOf({ guildId, authorId }: Pick<NoticeRow, 'guildId' | 'authorId'>): string {
  return `${guildId}/${authorId}`;
}
