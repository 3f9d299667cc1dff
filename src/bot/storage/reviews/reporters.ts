import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Reviews } from '../../domain/reviews/review-ports.ts';
import type { StateDatabase } from '../tables.ts';

export type Reporters = Pick<Reviews, 'addReporter' | 'reporters' | 'reportsSince'>;

/** The members who reported a message. */
export function createReporters(database: StateDatabase, clock: Clock): Reporters {
  return {
    async addReporter({ guildId, messageId }, reporterId, evidenceDays) {
      const { numInsertedOrUpdatedRows: inserted } = await database
        .insertInto('reporters')
        .values({
          guild_id: guildId,
          message_id: messageId,
          reporter_id: reporterId,
          reported_at: clock.now(),
          expires_at: clock.now() + evidenceDays * DAY_MS,
        })
        .onConflict((conflict) =>
          conflict.columns(['guild_id', 'message_id', 'reporter_id']).doNothing(),
        )
        .executeTakeFirstOrThrow();
      return inserted !== 0n;
    },
    async reporters({ guildId, messageId }) {
      const rows = await database
        .selectFrom('reporters')
        .select('reporter_id')
        .where('guild_id', '=', guildId)
        .where('message_id', '=', messageId)
        .orderBy('reported_at')
        .orderBy('reporter_id')
        .execute();
      return rows.map((row) => row.reporter_id);
    },
    async reportsSince(guildId, reporterId, sinceMs) {
      const { count } = await database
        .selectFrom('reporters')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('guild_id', '=', guildId)
        .where('reporter_id', '=', reporterId)
        .where('reported_at', '>', sinceMs)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
