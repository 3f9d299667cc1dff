import type { KeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type {
  ModeratorActionResult,
  ModeratorActions,
} from '../domain/actions/moderator-action-ports.ts';
import type { Cases } from '../domain/ports.ts';
import type { Unavailable } from '../../shared/tasks/retry.ts';
import { acceptanceOf, takenBackBy } from '../domain/reviews/appeals.ts';
import {
  reviewKey,
  type Appeal,
  type AppealDecision,
  type ReviewRef,
} from '../domain/reviews/review.ts';
import type {
  AppealDecisionRequest,
  AppealDecisionResult,
  Reviews,
} from '../domain/reviews/review-ports.ts';

type AppealRef = ReviewRef & { readonly kind: 'appeal' };
type Accepted = Extract<AppealDecision, { kind: 'accepted' }>;
type ConflictResult = Extract<ModeratorActionResult, { kind: 'conflict' }>;

/**
 * Takes back the case of an accepted appeal, unless an earlier process did. Accepts an open appeal whose case a moderator
 * took back in another way.
 */
export type ApplyAppeal = (ref: AppealRef) => Promise<Unavailable | null>;

export interface AppealDecisions {
  readonly apply: ApplyAppeal;
  readonly decide: (request: AppealDecisionRequest) => Promise<AppealDecisionResult>;
}

const CASE_BUSY: Unavailable = {
  status: 'unavailable',
  reason: 'Something else happens to the case of an accepted appeal.',
};

function appealsIn(reviews: Pick<Reviews, 'get' | 'update'>) {
  /** Changes only the decision; the post shows the change. */
  async function setDecision(
    ref: AppealRef,
    choose: (latest: Appeal['decision']) => Appeal['decision'],
  ): Promise<Appeal | null> {
    const review = await reviews.update(ref, (latest) => {
      if (latest.kind !== 'appeal') return latest;
      const decision = choose(latest.decision);
      return decision === latest.decision ? latest : { ...latest, decision };
    });
    return review?.kind === 'appeal' ? review : null;
  }

  return {
    async get(ref: AppealRef): Promise<Appeal | null> {
      const review = await reviews.get(ref);
      return review?.kind === 'appeal' ? review : null;
    },
    setDecision,
    setApplied: (ref: AppealRef) =>
      setDecision(ref, (latest) =>
        latest?.kind === 'accepted' ? { ...latest, isApplied: true } : latest,
      ),
  };
}

export function createAppealDecisions(deps: {
  reviews: Pick<Reviews, 'get' | 'update'>;
  cases: Pick<Cases, 'get'>;
  moderatorActions: Pick<ModeratorActions, 'run'>;
  /** If there are two decisions at once, the second one finds the first. */
  mutex: KeyedMutex;
  now: () => number;
}): AppealDecisions {
  const { reviews, cases, moderatorActions, mutex, now } = deps;

  const { get, setDecision, setApplied } = appealsIn(reviews);

  /** Stores the moderator action that takes the case back; it then runs to its end by itself. */
  async function takeBack(
    { guildId, caseNumber }: AppealRef,
    { by, permittedReversals, allowsText }: Accepted,
  ): Promise<ModeratorActionResult | null> {
    const record = await cases.get(guildId, caseNumber);
    const kind = record === null ? null : acceptanceOf(record, { allowsText });
    if (kind === null) return null;
    return moderatorActions.run({
      guildId,
      number: caseNumber,
      kind,
      by,
      reason: null,
      permittedReversals,
    });
  }

  async function applyAccepted(ref: AppealRef, decision: Accepted): Promise<Unavailable | null> {
    const result = await takeBack(ref, decision);
    const obstacle = obstacleIn(result);
    if (obstacle === null) await setApplied(ref);
    // More would be undone than the moderator is allowed to undo, so they have to decide again.
    else if (obstacle.conflict.kind === 'changed') await setDecision(ref, () => null);
    else return CASE_BUSY;
    return null;
  }

  async function acceptWhatWasTakenBack(ref: AppealRef): Promise<void> {
    const record = await cases.get(ref.guildId, ref.caseNumber);
    const action = record === null ? null : takenBackBy(record);
    if (action === null) return;
    const { by, at } = action;
    await setDecision(
      ref,
      (latest) =>
        latest ??
        accepted({
          by,
          at,
          permittedReversals: [],
          allowsText: action.kind === 'allow',
          isApplied: true,
        }),
    );
  }

  async function decideAlone(
    ref: AppealRef,
    request: AppealDecisionRequest,
  ): Promise<AppealDecisionResult> {
    const earlier = await get(ref);
    if (earlier === null) return { kind: 'unknown appeal' };
    if (earlier.decision !== null) return { kind: 'decided before', appeal: earlier };
    return request.kind === 'reject' ? reject(ref, request) : accept(ref, request);
  }

  async function reject(
    ref: AppealRef,
    { by, reason }: Extract<AppealDecisionRequest, { kind: 'reject' }>,
  ): Promise<AppealDecisionResult> {
    const appeal = await setDecision(ref, () => ({ kind: 'rejected', by, at: now(), reason }));
    return appeal === null ? { kind: 'unknown appeal' } : { kind: 'decided', appeal, result: null };
  }

  async function accept(
    ref: AppealRef,
    { by, allowsText, permittedReversals }: Extract<AppealDecisionRequest, { kind: 'accept' }>,
  ): Promise<AppealDecisionResult> {
    const decision = accepted({
      by,
      at: now(),
      permittedReversals: [...permittedReversals],
      allowsText,
      isApplied: false,
    });
    // Stored before the case is changed, so that a killed process never leaves a case that was taken back without an answer.
    await setDecision(ref, () => decision);
    const result = await takeBack(ref, decision);
    const obstacle = obstacleIn(result);
    if (obstacle !== null) {
      await setDecision(ref, () => null);
      return { kind: 'not now', result: obstacle };
    }
    const appeal = await setApplied(ref);
    return appeal === null ? { kind: 'unknown appeal' } : { kind: 'decided', appeal, result };
  }

  return {
    apply: (ref) =>
      mutex(reviewKey(ref), async () => {
        const appeal = await get(ref);
        if (appeal === null) return null;
        const { decision } = appeal;
        if (decision === null) await acceptWhatWasTakenBack(ref);
        else if (decision.kind === 'accepted' && !decision.isApplied) {
          return applyAccepted(ref, decision);
        }
        return null;
      }),

    decide: (request) =>
      mutex(reviewKey(appealOf(request)), () => decideAlone(appealOf(request), request)),
  };
}

function appealOf({ guildId, caseNumber }: AppealDecisionRequest): AppealRef {
  return { guildId, kind: 'appeal', caseNumber };
}

const accepted = (decision: Omit<Accepted, 'kind'>): Accepted => ({
  kind: 'accepted',
  ...decision,
});

/** Why the case could not be taken back; null: it is, or there was nothing left to take back. */
function obstacleIn(result: ModeratorActionResult | null): ConflictResult | null {
  if (result?.kind !== 'conflict') return null;
  switch (result.conflict.kind) {
    case 'busy':
    case 'still processing':
    case 'changed':
      return result;
    case 'already':
    case 'nothing to undo':
    case 'no verdict':
    case 'no member':
    case 'no message':
    case 'text not allowed':
      return null;
  }
}
