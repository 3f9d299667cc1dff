import { inShards } from '../../../shared/database/in-shards.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Shards } from '../../../shared/shards.ts';
import { parseSubject } from '../../domain/reviews/review.ts';
import type { Reviews } from '../../domain/reviews/review-ports.ts';
import type { StateDatabase } from '../tables.ts';
import { reviewOf, selectReviews } from './review-rows.ts';

/** The reviews that wait for a decision, or for its consequences. */
export function createOpenReviews({
  database,
  logger,
  shards,
}: {
  readonly database: StateDatabase;
  readonly logger: Logger;
  readonly shards: Shards;
}): Pick<Reviews, 'listOpen' | 'countOpen' | 'unsettled'> {
  return {
    async listOpen(guildId, { limit }) {
      const rows = await selectReviews(database)
        .where('guild_id', '=', guildId)
        .where('open', '=', 1)
        .orderBy('opened_at')
        .orderBy('subject')
        .limit(limit)
        .execute();
      return rows.map((row) => reviewOf(row, logger)).filter((review) => review !== null);
    },
    async countOpen(guildId) {
      const { count } = await database
        .selectFrom('reviews')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('guild_id', '=', guildId)
        .where('open', '=', 1)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async unsettled() {
      const rows = await database
        .selectFrom('reviews')
        .select(['guild_id', 'subject'])
        .where(({ or, and, eb }) =>
          or([
            eb('unsettled', '=', 1),
            // A process that was killed in between may not have noticed that a moderator took the case back.
            and([eb('open', '=', 1), eb('case_number', 'is not', null)]),
          ]),
        )
        .where(inShards('guild_id', shards))
        .orderBy('opened_at')
        .execute();
      return rows.flatMap(({ guild_id: guildId, subject }) => {
        const parsed = parseSubject(subject.split(':'));
        return parsed === null ? [] : [{ guildId, ...parsed }];
      });
    },
  };
}
