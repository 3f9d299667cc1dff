import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { createSaveOutcome, type SaveOutcome } from '../../acting/cases/save-outcome.ts';
import { createNoticeQueue, type NoticeQueue } from '../../acting/notices/notice-queue.ts';
import type { Case } from '../../domain/case.ts';
import type { Notices } from '../../domain/notices.ts';
import type { Alerts, Cases, Executor, Policies } from '../../domain/ports.ts';
import type { JoinKeywordHit, KeywordHits } from '../../domain/keyword-hits.ts';
import type { PostLimiter } from '../../domain/posts/post-limiter.ts';
import type { ObserveEffect } from '../../judging/outcome.ts';
import { createAlertQueue, type AlertQueue } from '../../posts/delivery/alert-queue.ts';
import { createAlertSync, type AlertSync } from '../../posts/delivery/alert-sync.ts';
import { createDeliverAlerts } from '../../posts/delivery/deliver-alerts.ts';
import { createJoinKeywordHit } from '../../posts/delivery/join-keyword-hit.ts';
import type { WorkContext } from './context.ts';

const NOTICE_INTERVAL_MS = 60 * 60_000;
/** Discord allows five edits in five seconds per channel, and moderators need some of them. */
const EDIT_PAUSE_FACTOR = 2;

export interface PostingDeps {
  alerts: Alerts;
  cases: Cases;
  policies: Policies;
  notices: Notices;
  /** An author gets at most one notice in this time; default: an hour. */
  noticeIntervalMs?: number;
  /** How long a notice waits, in case an incident begins. */
  noticeDelayMs: number;
  /** How long an alert waits for more cases of its author. */
  alertDelayMs: number;
  postLimiter: PostLimiter;
  /** Changes a case and counts it in its server's digest, both or neither. */
  countCase: Cases['update'];
  keywordHits: Pick<KeywordHits, 'ofMessage' | 'claim'>;
  /** Called for every effect whose outcome is saved, in resumed cases too. Must be cheap. */
  observeEffect: ObserveEffect | undefined;
}

export interface Posting {
  readonly alertSync: AlertSync;
  readonly alertQueue: AlertQueue;
  readonly noticeQueue: NoticeQueue;
  readonly saveOutcome: SaveOutcome;
  readonly joinKeywordHit: JoinKeywordHit;
}

/** Everything that tells moderators and authors about a case. */
export function createPosting(
  context: WorkContext,
  deps: PostingDeps & { executor: Executor; onClosed: (record: Case) => void },
): Posting {
  const { alerts, cases, policies, alertDelayMs, noticeDelayMs, keywordHits } = deps;
  const alertSync = createAlertSync({
    ...context,
    alerts,
    cases,
    policies,
    pauseMs: EDIT_PAUSE_FACTOR * alertDelayMs,
  });
  const saveOutcome = createSaveOutcome({ ...context, ...deps });
  const mutex = createKeyedMutex();
  const deliver = createDeliverAlerts({
    ...context,
    alerts,
    alertSync,
    mutex,
    saveOutcome,
    saveCounted: createSaveOutcome({ ...context, ...deps, cases: { update: deps.countCase } }),
    cases,
    policies,
    keywordHits,
  });
  return {
    alertSync,
    saveOutcome,
    alertQueue: createAlertQueue({
      ...context,
      deliver,
      postLimiter: deps.postLimiter,
      delayMs: alertDelayMs,
    }),
    noticeQueue: createNoticeQueue({
      ...context,
      ...deps,
      intervalMs: deps.noticeIntervalMs ?? NOTICE_INTERVAL_MS,
      delayMs: noticeDelayMs,
      alertSync,
    }),
    joinKeywordHit: createJoinKeywordHit({ ...context, alerts, alertSync, mutex, cases, policies }),
  };
}
