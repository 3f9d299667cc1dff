import type { Case } from '../case.ts';
import type { WaitingEvent } from '../events.ts';
import type { Review } from '../reviews/review.ts';
import type { Digest } from './digest.ts';

/** Stores digests by key. Every method throws when the database fails. */
export interface DigestStore {
  get(key: string): Promise<Digest | null>;
  save(key: string, digest: Digest): Promise<void>;
  end(key: string): Promise<void>;
  /** The keys of the digests that have not ended. */
  keys(): Promise<string[]>;
  /** Stores the digest and marks all its new events as done, in one write. */
  saveWithEvents(key: string, digest: Digest, events: readonly WaitingEvent[]): Promise<void>;
  /** Stores the digest and changes its new case, in one write. Resolves to the case. */
  saveWithCase(
    key: string,
    digest: Digest,
    counted: { readonly record: Case; readonly change: (latest: Case) => Case },
  ): Promise<Case>;
  /** Stores the digest and changes its new review, in one write. */
  saveWithReview(
    key: string,
    digest: Digest,
    counted: { readonly review: Review; readonly change: (latest: Review) => Review },
  ): Promise<void>;
}
