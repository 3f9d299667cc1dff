import { createSaveOutcome, type SaveOutcome } from '../../acting/cases/save-outcome.ts';
import { createNoticeQueue, type NoticeQueue } from '../../acting/notices/notice-queue.ts';
import type { Case } from '../../domain/case.ts';
import type { Notices } from '../../domain/notices.ts';
import type { Cases, Executor, ModeratorChannels, Policies } from '../../domain/ports.ts';
import type { ObserveEffect } from '../../judging/outcome.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { createAlertPost, type AlertPostDeps } from '../../posts/alerts/alert-post.ts';
import { wanted } from '../../posts/alerts/alert-writes.ts';
import type { WorkContext } from './context.ts';

const NOTICE_INTERVAL_MS = 60 * 60_000;

export interface PostingDeps extends Pick<
  AlertPostDeps,
  'posts' | 'keywordHits' | 'joinedEvents' | 'countCase'
> {
  alertFormat: AlertPostDeps['format'];
  moderatorChannels: ModeratorChannels;
  cases: AlertPostDeps['cases'] & Cases;
  policies: Policies;
  outbox: Outbox;
  notices: Notices;
  /** An author gets at most one notice in this time; default: an hour. */
  noticeIntervalMs?: number;
  /** How long a notice waits, in case an incident begins. */
  noticeDelayMs: number;
  /** How long an alert waits for more cases of its author. */
  alertDelayMs: number;
  /** Called for every effect whose outcome is saved, in resumed cases too. Must be cheap. */
  observeEffect: ObserveEffect | undefined;
}

export interface Posting {
  /** Requests the alert of a case whose other steps are done. */
  readonly alert: (record: Case) => void;
  /** The number of cases that wait for their alert, as far as this process knows. */
  readonly alertsWaiting: () => number;
  readonly noticeQueue: NoticeQueue;
  readonly saveOutcome: SaveOutcome;
  /** The last step of a case has its outcome. */
  readonly closed: (record: Case) => void;
}

/** Everything that tells moderators and authors about a case. */
export function createPosting(
  context: WorkContext,
  deps: PostingDeps & { executor: Executor; onClosed: (record: Case) => void },
): Posting {
  const { outbox, alertDelayMs } = deps;
  const waiting = new Set<string>();
  const keyOf = ({ guildId, number }: Case): string => `${guildId}/${number}`;

  function closed(record: Case): void {
    waiting.delete(keyOf(record));
    deps.onClosed(record);
  }

  const parts = { ...context, ...deps, onClosed: closed };
  outbox.add(createAlertPost({ ...parts, format: deps.alertFormat }));
  return {
    alert(record) {
      waiting.add(keyOf(record));
      outbox.wantSoon({ ...wanted(record), dueAt: context.clock.now() + alertDelayMs });
    },
    alertsWaiting: () => waiting.size,
    closed,
    saveOutcome: createSaveOutcome(parts),
    noticeQueue: createNoticeQueue({
      ...parts,
      intervalMs: deps.noticeIntervalMs ?? NOTICE_INTERVAL_MS,
      delayMs: deps.noticeDelayMs,
      look: outbox.look,
    }),
  };
}
