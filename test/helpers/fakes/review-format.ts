import { reviewKey } from '../../../src/bot/domain/reviews/review.ts';
import type { ReviewView } from '../../../src/bot/domain/reviews/review-ports.ts';
import type { PostFormat } from '../../../src/bot/outbox/post-kind.ts';

/** Posts that name the review. */
export const reviewFormat: PostFormat<ReviewView> = {
  target: () => ({ kind: 'channel', channelId: '9' }),
  body: ({ review }) => ({ content: reviewKey(review) }),
  isSame: ({ review }, { content }) => content === reviewKey(review),
};
