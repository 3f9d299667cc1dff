import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import { isoTime, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { reviewSchema, type Review } from '../../domain/reviews/review.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase } from '../tables.ts';

/** The data about a member in appeals and reports. */
export interface ReviewData {
  /** Their appeals, the reports about their messages (without the reporters), and their own reports. */
  export(
    guildId: string,
    userId: string,
  ): Promise<{ appeals: object[]; reportsAboutThem: object[]; reportsByThem: object[] }>;
  /** Their decisions as a moderator. */
  decisionsBy(guildId: string, userId: string): Promise<object[]>;
  /**
   * Erases their texts, their name and the fact that they reported messages, as part of a transaction. Resolves to how many
   * reviews had such data.
   */
  erase(transaction: StateDatabase, guildId: string, userId: string): Promise<number>;
}

export function createReviewData(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
): ReviewData {
  const reviewOf = ({ subject, record }: { subject: string; record: string }): Review | null =>
    parseRecord(reviewSchema, record, { logger, name: `review ${subject}` });

  async function about(guildId: string, userId: string) {
    const rows = await database
      .selectFrom('reviews')
      .leftJoin('review_texts', (join) =>
        join
          .onRef('review_texts.guild_id', '=', 'reviews.guild_id')
          .onRef('review_texts.subject', '=', 'reviews.subject')
          .on('review_texts.expires_at', '>', clock.now()),
      )
      .select(['reviews.subject', 'reviews.record', 'review_texts.text'])
      .where('reviews.guild_id', '=', guildId)
      .where('reviews.member_id', '=', userId)
      .orderBy('reviews.opened_at')
      .execute();
    return rows.flatMap((row) => {
      const review = reviewOf(row);
      return review === null ? [] : [{ review, text: row.text }];
    });
  }

  return {
    async export(guildId, userId) {
      const reviews = await about(guildId, userId);
      const own = await database
        .selectFrom('reporters')
        .select(['message_id', 'reported_at', 'expires_at'])
        .where('guild_id', '=', guildId)
        .where('reporter_id', '=', userId)
        .orderBy('reported_at')
        .execute();
      return {
        appeals: reviews.flatMap(({ review, text }) =>
          review.kind === 'appeal' ? [exportedAppeal(review, text)] : [],
        ),
        reportsAboutThem: reviews.flatMap(({ review, text }) =>
          review.kind === 'report' ? [exportedReport(review, text)] : [],
        ),
        reportsByThem: own.map((row) => ({
          messageId: row.message_id,
          at: isoTime(row.reported_at),
          keptUntil: isoTime(row.expires_at),
        })),
      };
    },

    async decisionsBy(guildId, userId) {
      const rows = await database
        .selectFrom('reviews')
        .select(['subject', 'record'])
        .where('guild_id', '=', guildId)
        .where('decided_by', '=', userId)
        .orderBy('opened_at')
        .execute();
      return rows.flatMap((row) => {
        const decision = reviewOf(row)?.decision ?? null;
        return decision === null
          ? []
          : [{ review: row.subject, kind: decision.kind, at: isoTime(decision.at) }];
      });
    },

    async erase(transaction, guildId, userId) {
      const texts = await transaction
        .deleteFrom('review_texts')
        .where('guild_id', '=', guildId)
        .where('member_id', '=', userId)
        .returning('subject')
        .execute();
      const reports = await transaction
        .deleteFrom('reporters')
        .where('guild_id', '=', guildId)
        .where('reporter_id', '=', userId)
        .returning('message_id')
        .execute();
      const erased = new Set([
        ...texts.map(({ subject }) => subject),
        ...reports.map((row) => `report:${row.message_id}`),
      ]);
      const rows = await transaction
        .selectFrom('reviews')
        .select(['subject', 'record'])
        .where('guild_id', '=', guildId)
        .where('member_id', '=', userId)
        .$if(isPostgres(database), (query) => query.forUpdate())
        .execute();
      for (const row of rows) {
        const review = reviewOf(row);
        const nameless = review === null ? null : withoutName(review, userId);
        if (nameless === null) continue;
        erased.add(row.subject);
        await transaction
          .updateTable('reviews')
          .set({ record: JSON.stringify(nameless) })
          .where('guild_id', '=', guildId)
          .where('subject', '=', row.subject)
          .execute();
      }
      return erased.size;
    },
  };
}

function exportedAppeal(
  { caseNumber, openedAt, decision }: Extract<Review, { kind: 'appeal' }>,
  text: string | null,
): object {
  return {
    case: caseNumber,
    at: isoTime(openedAt),
    text,
    decision: decision?.kind ?? null,
    reason: decision?.kind === 'rejected' ? decision.reason : null,
  };
}

function exportedReport(
  { channelId, messageId, openedAt, judgement, decision }: Extract<Review, { kind: 'report' }>,
  text: string | null,
): object {
  const at = isoTime(openedAt);
  return { channelId, messageId, at, text, judgement, decision: decision?.kind ?? null };
}

/** The review without the member's name; null: it does not contain the name. */
function withoutName(review: Review, userId: string): Review | null {
  if (review.kind === 'appeal') {
    if (review.member.name === userId) return null;
    return { ...review, member: { id: userId, name: userId } };
  }
  if (review.author.name === userId) return null;
  return { ...review, author: { ...review.author, name: userId, joinedAt: null } };
}
