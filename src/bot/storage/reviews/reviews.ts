import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { ALL_SERVERS, type Shards } from '../../../shared/shards.ts';
import {
  afterReport,
  isDecidedBefore,
  isReviewShownAnew,
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
  /** Removes the texts of a member's appeals and of their reported messages. Resolves to the number of texts. */
  forgetTexts(guildId: string, memberId: string): Promise<number>;
}

/** `shards`: the shards whose servers count in methods that name no server. */
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
    // The review begins again, with a new post.
    if (latest.post !== null && next.post === null) await restartPost(transaction, postOf(next));
    if (isReviewShownAnew(latest, next)) await wantReview(transaction, next, clock.now());
    return next;
  };

  const { addReporter, ...reporters } = createReporters(database, clock);

  return {
    ...reporters,
    ...createOpenReviews({ database, logger, shards }),
    open: (review, text, evidenceDays) =>
      database.transaction().execute(async (transaction) => {
        const content = { text, expiresAt: expiryOf(evidenceDays) };
        const isNew = await insertReview(transaction, review, content, clock.now());
        return { review: (await get(review, transaction)) ?? review, isNew };
      }),
    report: (draft, { reporterId, text, evidenceDays }) =>
      database.transaction().execute(async (transaction) => {
        const content = { text, expiresAt: expiryOf(evidenceDays) };
        const by = { reporterId, expiresAt: content.expiresAt };
        if (await insertReview(transaction, draft, content, clock.now())) {
          await addReporter(transaction, draft, by);
          return 'reported';
        }
        const existing = await get(draft, transaction);
        if (existing?.kind !== 'report') throw new Error('The stored report cannot be read.');
        if (isDecidedBefore(existing, draft)) return 'decided before';
        const isFirst = await addReporter(transaction, draft, by);
        if (existing.decision === null && !isFirst) return 'reported before';
        await updateIn(transaction, draft, () => afterReport(existing, draft, isFirst));
        if (existing.decision !== null) await renew(transaction, draft, content);
        return 'reported';
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

interface Content {
  readonly text: string;
  readonly expiresAt: number;
}

/** False: there already is a review about the same case or message. */
async function insertReview(
  transaction: StateDatabase,
  review: Review,
  content: Content,
  nowMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await transaction
    .insertInto('reviews')
    .values({
      guild_id: review.guildId,
      subject: subjectText(review),
      case_number: review.kind === 'appeal' ? review.caseNumber : null,
      member_id: memberOf(review),
      opened_at: review.openedAt,
      expires_at: review.kind === 'appeal' ? null : content.expiresAt,
      ...columnsOf(review),
    })
    .onConflict((conflict) => conflict.columns(['guild_id', 'subject']).doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) return false;
  await putText(transaction, review, content);
  await wantReview(transaction, review, nowMs);
  return true;
}

async function putText(
  transaction: StateDatabase,
  review: Review,
  { text, expiresAt }: Content,
): Promise<void> {
  const values = { member_id: memberOf(review), text, expires_at: expiresAt };
  await transaction
    .insertInto('review_texts')
    .values({ guild_id: review.guildId, subject: subjectText(review), ...values })
    .onConflict((conflict) => conflict.columns(['guild_id', 'subject']).doUpdateSet(values))
    .execute();
}

/** Keeps a report and its new text for as long as a new report. */
async function renew(transaction: StateDatabase, report: Review, content: Content): Promise<void> {
  await putText(transaction, report, content);
  await transaction
    .updateTable('reviews')
    .set({ expires_at: content.expiresAt })
    .where('guild_id', '=', report.guildId)
    .where('subject', '=', subjectText(report))
    .execute();
}

function wantReview(transaction: StateDatabase, review: Review, nowMs: number): Promise<void> {
  return wantPost(transaction, { ...postOf(review), urgency: 'ordinary' }, nowMs);
}

function postOf(review: Review): PostRef {
  return { guildId: review.guildId, kind: 'review', subject: subjectText(review) };
}

function memberOf(review: Review): string {
  return review.kind === 'appeal' ? review.member.id : review.author.id;
}

/** The columns that are derived from the record. */
function columnsOf(review: Review) {
  return {
    record: JSON.stringify(review),
    open: review.decision === null ? (1 as const) : (0 as const),
    unsettled: isUnsettled(review) ? (1 as const) : (0 as const),
    decided_by: review.decision?.by.id ?? null,
  };
}
