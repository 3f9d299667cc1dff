import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { ALL_SERVERS, type Shards } from '../../../shared/shards.ts';
import {
  isShownAnew,
  isUnsettled,
  subjectText,
  type Review,
  type ReviewRef,
} from '../../domain/reviews/review.ts';
import type { PostRef } from '../../domain/posts/post.ts';
import type { Reviews } from '../../domain/reviews/review-ports.ts';
import { restartPost, wantPost } from '../posts.ts';
import type { StateDatabase } from '../tables.ts';
import { createOpenReviews } from './open-reviews.ts';
import { createReporters } from './reporters.ts';
import { reviewOf, selectReviews } from './review-rows.ts';

export interface StoredReviews extends Reviews {
  /** `update` as part of a transaction. */
  updateIn(
    transaction: StateDatabase,
    ref: ReviewRef,
    change: (latest: Review) => Review,
  ): Promise<Review | null>;
  /** Removes what a member wrote in appeals, and what their reported messages say. Resolves to the number of texts. */
  forgetTexts(guildId: string, memberId: string): Promise<number>;
}

/** `shards`: whose servers' reviews are listed where no server is named. */
export function createReviews(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
  shards: Shards = ALL_SERVERS,
): StoredReviews {
  const expiryOf = (evidenceDays: number): number => clock.now() + evidenceDays * DAY_MS;

  async function get(ref: ReviewRef, transaction = database): Promise<Review | null> {
    const row = await selectReviews(transaction)
      .where('guild_id', '=', ref.guildId)
      .where('subject', '=', subjectText(ref))
      .$if(transaction !== database && isPostgres(database), (query) => query.forUpdate())
      .executeTakeFirst();
    return row === undefined ? null : reviewOf(row, logger);
  }

  async function putText(
    transaction: StateDatabase,
    review: Review,
    { text, evidenceDays }: { text: string; evidenceDays: number },
  ): Promise<void> {
    const values = { member_id: memberOf(review), text, expires_at: expiryOf(evidenceDays) };
    await transaction
      .insertInto('review_texts')
      .values({ guild_id: review.guildId, subject: subjectText(review), ...values })
      .onConflict((conflict) => conflict.columns(['guild_id', 'subject']).doUpdateSet(values))
      .execute();
  }

  const updateIn: StoredReviews['updateIn'] = async (transaction, ref, change) => {
    const latest = await get(ref, transaction);
    if (latest === null) return null;
    const next = change(latest);
    if (next === latest) return latest;
    await transaction
      .updateTable('reviews')
      .set(columnsOf(next))
      .where('guild_id', '=', ref.guildId)
      .where('subject', '=', subjectText(ref))
      .execute();
    // It begins again, with another post.
    if (latest.post !== null && next.post === null) await restartPost(transaction, postOf(next));
    if (isShownAnew(latest, next)) await want(transaction, next);
    return next;
  };

  const want = (transaction: StateDatabase, review: Review): Promise<void> =>
    wantPost(transaction, { ...postOf(review), urgency: 'ordinary' }, clock.now());

  return {
    ...createReporters(database, clock),
    ...createOpenReviews({ database, logger, shards }),
    open: (review, text, evidenceDays) =>
      database.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows: inserted } = await transaction
          .insertInto('reviews')
          .values({
            guild_id: review.guildId,
            subject: subjectText(review),
            case_number: review.kind === 'appeal' ? review.caseNumber : null,
            member_id: memberOf(review),
            opened_at: review.openedAt,
            expires_at: review.kind === 'appeal' ? null : expiryOf(evidenceDays),
            ...columnsOf(review),
          })
          .onConflict((conflict) => conflict.columns(['guild_id', 'subject']).doNothing())
          .executeTakeFirstOrThrow();
        if (inserted === 0n) {
          return { review: (await get(review, transaction)) ?? review, isNew: false };
        }
        await putText(transaction, review, { text, evidenceDays });
        await want(transaction, review);
        return { review, isNew: true };
      }),
    get: (ref) => get(ref),
    update: (ref, change) =>
      database.transaction().execute((transaction) => updateIn(transaction, ref, change)),
    updateIn,
    async text(ref) {
      const row = await database
        .selectFrom('review_texts')
        .select('text')
        .where('guild_id', '=', ref.guildId)
        .where('subject', '=', subjectText(ref))
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return row?.text ?? null;
    },
    setText: (review, text, evidenceDays) => putText(database, review, { text, evidenceDays }),
    async forgetTexts(guildId, memberId) {
      const { numDeletedRows } = await database
        .deleteFrom('review_texts')
        .where('guild_id', '=', guildId)
        .where('member_id', '=', memberId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

function postOf(review: Review): PostRef {
  return { guildId: review.guildId, kind: 'review', subject: subjectText(review) };
}

function memberOf(review: Review): string {
  return review.kind === 'appeal' ? review.member.id : review.author.id;
}

/** The columns that follow from the record. */
function columnsOf(review: Review) {
  return {
    record: JSON.stringify(review),
    open: review.decision === null ? (1 as const) : (0 as const),
    unsettled: isUnsettled(review) ? (1 as const) : (0 as const),
  };
}
