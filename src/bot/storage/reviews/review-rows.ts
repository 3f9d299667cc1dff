import type { Selectable } from 'kysely';
import type { Logger } from '../../../shared/logger.ts';
import { reviewSchema, type Review } from '../../domain/reviews/review.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase, StateTables } from '../tables.ts';

type Row = Pick<Selectable<StateTables['reviews']>, 'guild_id' | 'subject' | 'record'>;

/** Null, with a log entry: the record cannot be read. */
export function reviewOf(
  { guild_id: guildId, subject, record }: Row,
  logger: Logger,
): Review | null {
  return parseRecord(reviewSchema, record, { logger, name: `review ${guildId} ${subject}` });
}

export function selectReviews(database: StateDatabase) {
  return database.selectFrom('reviews').select(['guild_id', 'subject', 'record']);
}
