import type { Client } from 'discord.js';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import {
  isUnsettled,
  parseSubject,
  type Review,
  type ReviewRef,
} from '../../domain/reviews/review.ts';
import type { ReviewView } from '../../domain/reviews/review-ports.ts';
import type { PostFormat, PostKind, Settled } from '../../outbox/post-kind.ts';
import { buttonIds } from '../../rest/find-post.ts';
import type { StoredReviews } from '../../storage/reviews/reviews.ts';
import type { StateDatabase } from '../../storage/tables.ts';
import { moderatorPlace } from '../place.ts';
import { reviewButtons, reviewIdPrefix } from './review-buttons.ts';
import { reviewEmbed } from './review-embed.ts';

const EXPIRY_CHECK_MS = 20 * DAY_MS;

/** Counts a review in its server's digest, as part of a transaction. */
export type CountReview = (transaction: StateDatabase, review: Review) => Promise<void>;

/** The post about an appeal or a report. */
export function createReviewPost(deps: {
  readonly format: PostFormat<ReviewView>;
  readonly reviews: Pick<StoredReviews, 'updateIn'>;
  readonly view: (ref: ReviewRef) => Promise<ReviewView | null>;
  readonly countReview: CountReview;
  readonly clock: Clock;
}): PostKind {
  const { format, reviews, countReview, clock } = deps;
  return {
    name: 'review',
    pauseMs: 0,
    isEdited: true,
    async load({ guildId, subject }) {
      const parsed = parseSubject(subject.split(':'));
      const view = parsed === null ? null : await deps.view({ guildId, ...parsed });
      if (view === null) return { dueAt: 'never' };
      const { review, record } = view;
      // The post has become an alert of the case.
      const isAlert = record?.keywordAlerts.some(
        ({ messageId }) => messageId === review.post?.messageId,
      );
      if (isAlert === true || review.isCounted) return { dueAt: 'never' };
      return {
        urgency: 'ordinary',
        ...(review.decision === null ? {} : { instead: { dueAt: 'never' } }),
        target: format.target(view),
        isSame: (message) => format.isSame(view, message),
        body: () => format.body(view),
        shown: (post) => ({
          dueAt: nextLook(review, clock.now()),
          write: async (transaction) => {
            if (post.messageId === review.post?.messageId) return;
            await reviews.updateIn(transaction, review, (latest) => ({ ...latest, post }));
          },
        }),
        crowded: () => ({
          dueAt: 'never',
          write: async (transaction) => {
            await countReview(transaction, review);
            await reviews.updateIn(transaction, review, (latest) => ({
              ...latest,
              isCounted: true,
            }));
          },
        }),
        // The log names the missing channel with the first alert; `/appeals` shows the review.
        unusable: () => ({ dueAt: clock.now() + EXPIRY_CHECK_MS, isFailure: true }),
      };
    },
  };
}

/**
 * Forgets a post that nothing can change any more. Without a decision, the bot has to look again, because the review may
 * expire.
 */
function nextLook(review: Review, nowMs: number): Settled['dueAt'] {
  if (review.decision === null) return nowMs + EXPIRY_CHECK_MS;
  return isUnsettled(review) ? null : 'never';
}

export function createReviewFormat(deps: {
  readonly client: Client;
  readonly moderatorChannel: string;
}): PostFormat<ReviewView> {
  const placeOf = ({ review, policy }: ReviewView) =>
    moderatorPlace(review.guildId, { ...deps, policy });
  return {
    target: (view) => placeOf(view).target,
    body(view) {
      const { renderer } = placeOf(view);
      return {
        embeds: [reviewEmbed(renderer, view)],
        components: reviewButtons(renderer.t, view.review, view.record),
      };
    },
    isSame({ review }, message) {
      const prefix = reviewIdPrefix(review);
      return buttonIds(message).some((id) => id.startsWith(prefix));
    },
  };
}
