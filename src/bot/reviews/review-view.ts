import type { Cases, Policies } from '../domain/ports.ts';
import type { ReviewControl, Reviews } from '../domain/reviews/review-ports.ts';

/** Reads a review with everything that moderators need to decide. Null: the review is gone. */
export function createReviewView({
  reviews,
  cases,
  policies,
}: {
  readonly reviews: Pick<Reviews, 'get' | 'text' | 'reporters'>;
  readonly cases: Pick<Cases, 'get' | 'evidence' | 'ofMessage'>;
  readonly policies: Pick<Policies, 'get'>;
}): ReviewControl['view'] {
  return async (ref) => {
    const review = await reviews.get(ref);
    if (review === null) return null;
    const { guildId } = review;
    const [policy, text] = await Promise.all([policies.get(guildId), reviews.text(review)]);
    if (review.kind === 'appeal') {
      const { caseNumber } = review;
      const [record, evidence] = await Promise.all([
        cases.get(guildId, caseNumber),
        cases.evidence(guildId, caseNumber),
      ]);
      return { review, record, evidence, text, policy };
    }
    const [record, reporterIds] = await Promise.all([
      cases.ofMessage(guildId, review.messageId),
      reviews.reporters(review),
    ]);
    return { review, record, reporterIds, text, policy };
  };
}
