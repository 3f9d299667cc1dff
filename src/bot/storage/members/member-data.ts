import { jsonPieces } from '../../../shared/json-pieces.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { MemberData } from '../../domain/stored-data.ts';
import { mailBy, mailWith } from '../mail/mail-data.ts';
import { createReviewData } from '../reviews/review-data.ts';
import type { StateDatabase } from '../tables.ts';
import type { LogTexts } from '../message-log/log-texts.ts';
import { loggedMessagesOf } from '../message-log/logged-messages-of.ts';
import { authorDataOf } from './member-export.ts';
import { moderatorDataOf } from './moderator-data.ts';

export function createMemberData(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
  logTexts: LogTexts,
): MemberData {
  const context = { database, clock, logger };
  const reviewData = createReviewData(database, clock, logger);
  return {
    async *export(guildId, userId) {
      yield* jsonPieces({
        ...(await authorDataOf(context, guildId, userId)),
        ...(await reviewData.export(guildId, userId)),
        messagesWithModerators: await mailWith(database, clock, { guildId, userId }),
        loggedMessages: loggedMessagesOf({ ...context, logTexts }, guildId, userId),
        asModerator: {
          ...(await moderatorDataOf(context, guildId, userId)),
          reviews: await reviewData.decisionsBy(guildId, userId),
          messagesToMembers: await mailBy(database, clock, { guildId, userId }),
        },
      });
    },
  };
}
