import { openModeratorAction } from '../domain/actions/moderator-action-kinds.ts';
import { isUnsettled, reviewKey, type Appeal, type ReviewRef } from '../domain/reviews/review.ts';
import type { AppealAnswers, Reviews } from '../domain/reviews/review-ports.ts';
import type { Cases, Policies } from '../domain/ports.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Retry, Unavailable } from '../../shared/tasks/retry.ts';
import type { ApplyAppeal } from './apply-appeal.ts';

/** Carries out moderators' decisions about appeals, and answers the members. */
export interface ReviewLoop {
  /** Handles a review that is new or has changed. */
  changed(ref: ReviewRef): void;
}

type AppealRef = ReviewRef & { readonly kind: 'appeal' };

const NOT_YET_UNDONE: Unavailable = {
  status: 'unavailable',
  reason: 'The case of an accepted appeal is still being taken back.',
};

interface Entry {
  readonly ref: AppealRef;
  isChanged: boolean;
}

export function createReviewLoop(deps: {
  reviews: Pick<Reviews, 'get' | 'update'>;
  answers: AppealAnswers;
  applyAppeal: ApplyAppeal;
  cases: Pick<Cases, 'get'>;
  policies: Pick<Policies, 'get'>;
  /** Handles the server's changed reviews. */
  look: (guildId: string) => void;
  background: Background;
  retry: Retry;
}): ReviewLoop {
  const { reviews, answers, applyAppeal, cases, policies, look, background, retry } = deps;
  const entries = new Map<string, Entry>();

  /** Tells the member about the decision. */
  async function answer(appeal: Appeal): Promise<Unavailable | null> {
    const { guildId, caseNumber, decision, answerTries } = appeal;
    const isReady = decision !== null && (decision.kind === 'rejected' || decision.isApplied);
    if (!isReady || appeal.answer !== null) return null;
    const [policy, record] = await Promise.all([
      policies.get(guildId),
      cases.get(guildId, caseNumber),
    ]);
    // The answer says what was undone, so it waits for the undo to end.
    const isBeingUndone = record !== null && openModeratorAction(record) !== null;
    if (decision.kind === 'accepted' && isBeingUndone) return NOT_YET_UNDONE;
    await update(appeal, (latest) => ({ ...latest, answerTries: latest.answerTries + 1 }));
    const outcome = await answers.send(appeal, { policy, record, resumed: answerTries > 0 });
    if (outcome.status === 'unavailable') return outcome;
    await update(appeal, (latest) => ({ ...latest, answer: outcome }));
    return null;
  }

  async function update(ref: Appeal, change: (latest: Appeal) => Appeal): Promise<void> {
    await reviews.update(ref, (latest) => (latest.kind === 'appeal' ? change(latest) : latest));
  }

  async function settle(ref: AppealRef): Promise<Unavailable | null> {
    const applied = await applyAppeal(ref);
    // Moderators see the decision while the answer is on its way.
    look(ref.guildId);
    if (applied !== null) return applied;
    const review = await reviews.get(ref);
    if (review?.kind !== 'appeal' || !isUnsettled(review)) return null;
    const obstacle = await answer(review);
    look(ref.guildId);
    return obstacle;
  }

  async function run(entry: Entry): Promise<void> {
    const { ref } = entry;
    const ids = { guildId: ref.guildId, review: reviewKey(ref) };
    do {
      entry.isChanged = false;
      await retry({ operation: "settling a member's appeal", ids }, () => settle(ref));
    } while (entry.isChanged);
  }

  return {
    changed(ref) {
      look(ref.guildId);
      if (ref.kind !== 'appeal') return;
      const key = reviewKey(ref);
      const known = entries.get(key);
      if (known !== undefined) {
        known.isChanged = true;
        return;
      }
      const entry: Entry = { ref, isChanged: true };
      entries.set(key, entry);
      background.run({ operation: 'settling a review', ids: { review: key } }, async () => {
        try {
          await run(entry);
        } finally {
          entries.delete(key);
        }
      });
    },
  };
}
