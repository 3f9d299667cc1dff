import { jsonPieces } from '../../shared/json-pieces.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { MemberData } from '../domain/stored-data.ts';
import { eraseMember } from './members/member-erasure.ts';
import { authorDataOf } from './members/member-export.ts';
import { moderatorDataOf } from './members/moderator-data.ts';
import { createReviewData } from './reviews/review-data.ts';
import type { StateDatabase } from './tables.ts';

export function createMemberData(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
): MemberData {
  const context = { database, clock, logger };
  const reviewData = createReviewData(database, clock, logger);
  return {
    async *export(guildId, userId) {
      yield* jsonPieces({
        ...(await authorDataOf(context, guildId, userId)),
        ...(await reviewData.export(guildId, userId)),
        asModerator: {
          ...(await moderatorDataOf(context, guildId, userId)),
          reviews: await reviewData.decisionsBy(guildId, userId),
        },
      });
    },
    async erase(guildId, userId) {
      const erased = await eraseMember(context, guildId, userId);
      return { ...erased, reviews: await reviewData.erase(guildId, userId) };
    },
  };
}
