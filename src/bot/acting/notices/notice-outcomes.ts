import { DAY_MS } from '../../../shared/clock.ts';
import { isTextAllowed } from '../../domain/actions/active-effects.ts';
import { isAboutCopies, type Case } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import { isWithdrawn } from '../../domain/manual/manual-case.ts';
import type { NoticeRow } from '../../domain/notices.ts';
import type { Cases } from '../../domain/ports.ts';
import { message } from '../../locales/message.ts';
import { noticeTooFast } from './notice-too-fast.ts';

/** An older notice would confuse its reader more than it would help. */
const MAX_AGE_MS = DAY_MS;

/** The outcome of a notice that a newer case's notice replaced. */
export function merged(caseNumber: number, at: number): Outcome {
  const detail = message('effects:deferred.merged', { number: caseNumber });
  return { status: 'deferred', at, detail };
}

/** The outcome of a notice that is in the queue. */
export function waiting(at: number): Outcome {
  return { status: 'deferred', at, detail: message('effects:deferred.waiting') };
}

/** The result of a notice; its row is stored in the same write as the outcome. */
export interface NoticeResult {
  readonly outcome: Outcome;
  readonly notice?: NoticeRow;
}

/** Replaces the outcome of a deferred notice in its case. */
export function replaceOutcome(
  cases: Pick<Cases, 'update'>,
  record: Case,
  { outcome, notice }: NoticeResult,
): Promise<Case> {
  const change = (latest: Case): Case => ({
    ...latest,
    steps: latest.steps.map((step) =>
      step.effect.kind === 'notice' && step.outcome?.status === 'deferred'
        ? { ...step, outcome }
        : step,
    ),
  });
  return cases.update(record, change, notice);
}

/** Why a waiting notice isn't sent; null: it is. */
export function dropReason(
  record: Case,
  { queuedAt }: NoticeRow,
  { isEnabled, at }: { readonly isEnabled: boolean; readonly at: number },
): Outcome | null {
  if (record.incident !== null && !isAboutCopies(record)) {
    const detail = message('effects:deferred.incident', { number: record.incident });
    return { status: 'deferred', at, detail };
  }
  if (!isEnabled || isWithdrawn(record) || isTextAllowed(record)) {
    return { status: 'deferred', at, detail: message('effects:deferred.dropped') };
  }
  if (at - queuedAt <= MAX_AGE_MS) return null;
  return noticeTooFast(at);
}
