import type { Clock } from '../../../shared/clock.ts';
import type { Reviews } from '../../domain/reviews/review-ports.ts';
import type { StateDatabase } from '../tables.ts';

export interface Reporters extends Pick<Reviews, 'reporters' | 'reportsSince'> {
  /** Adds a member to those who reported a message, as part of a transaction. False: they had already reported it. */
  addReporter(
    transaction: StateDatabase,
    report: { readonly guildId: string; readonly messageId: string },
    by: { readonly reporterId: string; readonly expiresAt: number },
  ): Promise<boolean>;
}

/** The members who reported a message. */
export function createReporters(database: StateDatabase, clock: Clock): Reporters {
  return {
    async addReporter(transaction, { guildId, messageId }, { reporterId, expiresAt }) {
      const { numInsertedOrUpdatedRows: inserted } = await transaction
        .insertInto('reporters')
        .values({
          guild_id: guildId,
          message_id: messageId,
          reporter_id: reporterId,
          reported_at: clock.now(),
          expires_at: expiresAt,
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
