import type { Case } from '../../domain/case.ts';
import { withCase, withHits, withReview } from '../../domain/posts/digest.ts';
import { reviewKey, type Review } from '../../domain/reviews/review.ts';
import type { DigestStore } from '../../storage/digests.ts';
import type { EventStore } from '../../storage/events/events.ts';
import type { StateDatabase } from '../../storage/tables.ts';
import type { KeywordEvent } from '../events/join-keyword.ts';

/**
 * Counts the alerts for which the post limiter has no place, in one message per channel. Counts are stored together with the
 * things they count.
 */
export interface Digests {
  /** Counts keyword events and marks them as done, as part of a transaction. */
  countHits(
    transaction: StateDatabase,
    digestKey: string,
    events: readonly KeywordEvent[],
  ): Promise<void>;
  /** Counts a case in its server's digest, as part of a transaction. */
  countCase(transaction: StateDatabase, record: Case): Promise<void>;
  /** Counts a review in its server's digest, as part of a transaction. */
  countReview(transaction: StateDatabase, review: Review): Promise<void>;
}

export function createDigests(deps: {
  readonly store: Pick<DigestStore, 'count'>;
  readonly events: Pick<EventStore, 'done'>;
}): Digests {
  const { store, events: stored } = deps;
  return {
    async countHits(transaction, key, events) {
      const [first] = events;
      if (first === undefined) return;
      await store.count(transaction, key, {
        ref: `digest ${first.id}`,
        add: (digest) =>
          withHits(
            digest,
            events.map(({ content }) => content),
          ),
      });
      await stored.done(transaction, events);
    },
    countCase: (transaction, record) =>
      store.count(transaction, record.guildId, {
        ref: `digest ${record.guildId} ${record.number}`,
        add: (digest) => withCase(digest, record),
      }),
    countReview: (transaction, review) =>
      store.count(transaction, review.guildId, {
        ref: `digest ${reviewKey(review)} ${review.openedAt}`,
        add: withReview,
      }),
  };
}
