import { isUnsettled, reviewKey, type Review } from '../../../src/bot/domain/reviews/review.ts';
import type { Reviews } from '../../../src/bot/domain/reviews/review-ports.ts';

/** Reviews in memory, without retention. */
export function createMemoryReviews(): Reviews {
  const reviews = new Map<string, Review>();
  const texts = new Map<string, string>();
  const reporters = new Map<string, { id: string; at: number }[]>();
  const messageKey = (report: { guildId: string; messageId: string }): string =>
    `${report.guildId}/${report.messageId}`;
  const all = (): Review[] => [...reviews.values()].map((review) => structuredClone(review));
  return {
    async open(review, text) {
      const existing = reviews.get(reviewKey(review));
      if (existing !== undefined) return { review: structuredClone(existing), isNew: false };
      reviews.set(reviewKey(review), structuredClone(review));
      texts.set(reviewKey(review), text);
      return { review, isNew: true };
    },
    get: async (ref) => structuredClone(reviews.get(reviewKey(ref)) ?? null),
    async update(ref, change) {
      const latest = reviews.get(reviewKey(ref));
      if (latest === undefined) return null;
      const next = change(structuredClone(latest));
      reviews.set(reviewKey(ref), structuredClone(next));
      return next;
    },
    text: async (ref) => texts.get(reviewKey(ref)) ?? null,
    setText: async (review, text) => void texts.set(reviewKey(review), text),
    listOpen: async (guildId, { limit }) =>
      all()
        .filter((review) => review.guildId === guildId && review.decision === null)
        .slice(0, limit),
    countOpen: async (guildId) =>
      all().filter((review) => review.guildId === guildId && review.decision === null).length,
    unsettled: async () => all().filter(isUnsettled),
    async addReporter(report, id) {
      const known = reporters.get(messageKey(report)) ?? [];
      if (known.some((each) => each.id === id)) return false;
      reporters.set(messageKey(report), [...known, { id, at: Date.now() }]);
      return true;
    },
    reporters: async (report) => (reporters.get(messageKey(report)) ?? []).map(({ id }) => id),
    reportsSince: async (guildId, id, sinceMs) =>
      [...reporters].filter(
        ([key, list]) =>
          key.startsWith(`${guildId}/`) && list.some((each) => each.id === id && each.at > sinceMs),
      ).length,
  };
}
