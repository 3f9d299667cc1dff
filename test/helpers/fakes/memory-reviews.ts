import {
  afterReport,
  isDecidedBefore,
  isReviewShownAnew,
  isUnsettled,
  reviewKey,
  subjectText,
  type Review,
} from '../../../src/bot/domain/reviews/review.ts';
import type { PostStore } from '../../../src/bot/storage/posts.ts';
import type { StoredReviews } from '../../../src/bot/storage/reviews/reviews.ts';

export type MemoryReviews = Omit<StoredReviews, 'forgetTexts'>;

/** Reviews in memory, without retention. `posts`: where their posts are requested. */
export function createMemoryReviews(posts: Pick<PostStore, 'want'>): MemoryReviews {
  const reviews = new Map<string, Review>();
  const texts = new Map<string, string>();
  const reporters = new Map<string, { id: string; at: number }[]>();
  const messageKey = (report: { guildId: string; messageId: string }): string =>
    `${report.guildId}/${report.messageId}`;
  const all = (): Review[] => [...reviews.values()].map((review) => structuredClone(review));
  const want = (review: Review): Promise<void> => {
    const subject = subjectText(review);
    return posts.want({ guildId: review.guildId, kind: 'review', subject, urgency: 'ordinary' });
  };
  const update: StoredReviews['update'] = async (ref, change) => {
    const latest = reviews.get(reviewKey(ref));
    if (latest === undefined) return null;
    const next = change(structuredClone(latest));
    reviews.set(reviewKey(ref), structuredClone(next));
    if (isReviewShownAnew(latest, next)) await want(next);
    return next;
  };
  return {
    async open(review, text) {
      const existing = reviews.get(reviewKey(review));
      if (existing !== undefined) return { review: structuredClone(existing), isNew: false };
      reviews.set(reviewKey(review), structuredClone(review));
      texts.set(reviewKey(review), text);
      await want(review);
      return { review, isNew: true };
    },
    get: async (ref) => structuredClone(reviews.get(reviewKey(ref)) ?? null),
    update,
    updateIn: (_transaction, ...args) => update(...args),
    text: async (ref) => texts.get(reviewKey(ref)) ?? null,
    listOpen: async (guildId, { limit }) =>
      all()
        .filter((review) => review.guildId === guildId && review.decision === null)
        .slice(0, limit),
    countOpen: async (guildId) =>
      all().filter((review) => review.guildId === guildId && review.decision === null).length,
    unsettled: async () => all().filter(isUnsettled),
    async report(draft, { reporterId: id, text }) {
      const key = reviewKey(draft);
      const existing = reviews.get(key);
      if (existing?.kind === 'report' && isDecidedBefore(existing, draft)) return 'decided before';
      const known = reporters.get(messageKey(draft)) ?? [];
      const isFirst = known.every((each) => each.id !== id);
      if (isFirst) reporters.set(messageKey(draft), [...known, { id, at: Date.now() }]);
      if (existing?.kind === 'report') {
        if (existing.decision === null && !isFirst) return 'reported before';
        await update(draft, () => afterReport(existing, draft, isFirst));
      } else {
        reviews.set(key, structuredClone(draft));
        await want(draft);
      }
      texts.set(key, text);
      return 'reported';
    },
    reporters: async (report) => (reporters.get(messageKey(report)) ?? []).map(({ id }) => id),
    reportsSince: async (guildId, id, sinceMs) =>
      [...reporters].filter(
        ([key, list]) =>
          key.startsWith(`${guildId}/`) && list.some((each) => each.id === id && each.at > sinceMs),
      ).length,
  };
}
