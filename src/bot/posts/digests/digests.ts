import type { Case } from '../../domain/case.ts';
import type { WaitingEvent } from '../../domain/events.ts';
import {
  parseDigestKey,
  withCase,
  withHits,
  withReview,
  type CountedHit,
} from '../../domain/posts/digest.ts';
import { reviewKey, type Review } from '../../domain/reviews/review.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { DigestStore } from '../../storage/digests.ts';
import { markDone } from '../../storage/inbox.ts';
import type { StateDatabase } from '../../storage/tables.ts';

/**
 * Counts the alerts for which the post limiter has no place, in one message per channel. Counts are stored together with the
 * things they count.
 */
export interface Digests {
  /** Counts keyword events and marks them as done, in one transaction. */
  countEvents(digestKey: string, events: readonly CountedEvent[]): Promise<void>;
  /** Counts a case in its server's digest, as part of a transaction. */
  countCase(transaction: StateDatabase, record: Case): Promise<void>;
  /** Counts a review in its server's digest, as part of a transaction. */
  countReview(transaction: StateDatabase, review: Review): Promise<void>;
}

export interface CountedEvent {
  readonly event: WaitingEvent;
  readonly counted: CountedHit;
}

export function createDigests(deps: {
  readonly database: StateDatabase;
  readonly store: DigestStore;
  readonly outbox: Pick<Outbox, 'look'>;
}): Digests {
  const { database, store, outbox } = deps;
  return {
    async countEvents(key, events) {
      const [first] = events;
      if (first === undefined) return;
      await database.transaction().execute(async (transaction) => {
        await store.count(transaction, key, {
          ref: `digest ${first.event.id}`,
          add: (digest) =>
            withHits(
              digest,
              events.map(({ counted }) => counted),
            ),
        });
        await markDone(
          transaction,
          events.map(({ event }) => event),
        );
      });
      outbox.look(parseDigestKey(key).guildId);
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
