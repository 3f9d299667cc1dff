import type { Clock } from '../../shared/clock.ts';
import { openModeratorAction } from '../domain/actions/moderator-action-kinds.ts';
import {
  isUnsettled,
  reviewKey,
  type Appeal,
  type Review,
  type ReviewRef,
} from '../domain/reviews/review.ts';
import type {
  AppealAnswers,
  ReviewPosts,
  Reviews,
  ReviewView,
} from '../domain/reviews/review-ports.ts';
import type { Cases, Policies } from '../domain/ports.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Retry, Unavailable } from '../../shared/tasks/retry.ts';
import type { ApplyAppeal } from './apply-appeal.ts';

/** Brings reviews to the moderators, keeps their posts equal to the store, and answers members. */
export interface ReviewLoop {
  /** The review is new or has changed. */
  changed(ref: ReviewRef): void;
}

/** Changes a review and counts it in its server's digest, both or neither. */
export type CountReview = (review: Review, change: (latest: Review) => Review) => Promise<void>;

const NOT_SETTLED: Unavailable = {
  status: 'unavailable',
  reason: 'The review changed while it was shown.',
};

const NOT_YET_UNDONE: Unavailable = {
  status: 'unavailable',
  reason: 'The case of an accepted appeal is still being taken back.',
};

interface Entry {
  readonly ref: ReviewRef;
  isChanged: boolean;
}

export function createReviewLoop(deps: {
  reviews: Reviews;
  posts: ReviewPosts;
  answers: AppealAnswers;
  applyAppeal: ApplyAppeal;
  view: (ref: ReviewRef) => Promise<ReviewView | null>;
  postLimiter: PostLimiter;
  countReview: CountReview;
  cases: Pick<Cases, 'get'>;
  policies: Pick<Policies, 'get'>;
  background: Background;
  retry: Retry;
  clock: Clock;
}): ReviewLoop {
  const { reviews, posts, answers, applyAppeal, view, postLimiter, countReview } = deps;
  const { cases, policies, background, retry, clock } = deps;
  const entries = new Map<string, Entry>();

  /** Marks the review as shown, unless it has changed since. */
  const markShown = (shown: Review): Promise<Review | null> =>
    reviews.update(shown, (latest) =>
      isSame(latest, shown) ? { ...latest, isShown: true } : latest,
    );

  async function show(ref: ReviewRef): Promise<Unavailable | null> {
    const shown = await view(ref);
    if (shown === null || shown.review.isShown) return null;
    const { review, record } = shown;
    // The post has become an alert of the case.
    const isAlert = record?.keywordAlerts.some(
      ({ messageId }) => messageId === review.post?.messageId,
    );
    if (isAlert === true || review.isCounted) {
      await markShown(review);
      return null;
    }
    if (review.post === null) return post(shown);
    const result = await posts.edit(review.post, shown);
    if (result !== 'edited' && result !== 'gone') return result;
    if (result === 'edited' || review.decision !== null) {
      await markShown(review);
      return null;
    }
    await reviews.update(ref, (latest) => ({ ...latest, post: null, postBegunAt: null }));
    return show(ref);
  }

  async function post(shown: ReviewView): Promise<Unavailable | null> {
    const { review, policy } = shown;
    if (review.postBegunAt !== null) {
      const found = await posts.find(review, policy);
      if (found !== null && 'status' in found) return found;
      if (found !== null) {
        await reviews.update(review, (latest) => ({ ...latest, post: found }));
        return show(review);
      }
    }
    if (review.decision !== null) {
      await markShown(review);
      return null;
    }
    const place = postLimiter.take(review.guildId, 'ordinary');
    if (place === null) {
      await countReview(review, (latest) => ({ ...latest, isCounted: true, isShown: true }));
      return null;
    }
    try {
      const begun = await reviews.update(review, (latest) => ({
        ...latest,
        postBegunAt: clock.now(),
      }));
      const posted = await posts.post(shown);
      if (posted === null || 'status' in posted) place.giveUp();
      else place.used();
      if (posted !== null && 'status' in posted) return posted;
      await reviews.update(review, (latest) => ({
        ...latest,
        post: posted,
        isShown: begun !== null && isSame(latest, begun),
      }));
      return null;
    } catch (error) {
      place.giveUp();
      throw error;
    }
  }

  /** Tells the member about the decision. */
  async function answer(appeal: Appeal): Promise<Unavailable | null> {
    const { guildId, caseNumber, decision, answerTries } = appeal;
    const isReady = decision !== null && (decision.kind === 'rejected' || decision.isApplied);
    if (!isReady || appeal.answer !== null) return null;
    const [policy, record] = await Promise.all([
      policies.get(guildId),
      cases.get(guildId, caseNumber),
    ]);
    // The answer says what was undone.
    const isBeingUndone = record !== null && openModeratorAction(record) !== null;
    if (decision.kind === 'accepted' && isBeingUndone) return NOT_YET_UNDONE;
    await update(appeal, (latest) => ({ ...latest, answerTries: latest.answerTries + 1 }));
    const outcome = await answers.send(appeal, { policy, record, resumed: answerTries > 0 });
    if (outcome.status === 'unavailable') return outcome;
    await update(appeal, (latest) => ({ ...latest, answer: outcome, isShown: false }));
    return null;
  }

  async function update(ref: Appeal, change: (latest: Appeal) => Appeal): Promise<void> {
    await reviews.update(ref, (latest) => (latest.kind === 'appeal' ? change(latest) : latest));
  }

  async function settle(ref: ReviewRef): Promise<Unavailable | null> {
    if (ref.kind === 'appeal') {
      const applied = await applyAppeal(ref);
      if (applied !== null) return applied;
    }
    // Moderators see the decision before the answer is on its way.
    const shown = await show(ref);
    const review = await reviews.get(ref);
    if (review === null || review.kind !== 'appeal') return shown;
    return (await answer(review)) ?? (await show(ref)) ?? shown;
  }

  async function run(entry: Entry): Promise<void> {
    const { ref } = entry;
    const errorContext = {
      operation: `settling a member's ${ref.kind}`,
      ids: { guildId: ref.guildId, review: reviewKey(ref) },
    };
    do {
      await retry(errorContext, async () => {
        entry.isChanged = false;
        const obstacle = await settle(ref);
        if (obstacle !== null) return obstacle;
        const review = await reviews.get(ref);
        const isOver = review === null || !isUnsettled(review) || entry.isChanged;
        return isOver ? null : NOT_SETTLED;
      });
    } while (entry.isChanged);
  }

  return {
    changed(ref) {
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

function isSame(a: Review, b: Review): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
