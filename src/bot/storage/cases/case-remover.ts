import { inShards } from '../../../shared/database/in-shards.ts';
import type { Cases } from '../../domain/ports.ts';
import { forgetDaysBefore } from '../statistics/case-days.ts';
import type { CaseStoreContext } from './case-rows.ts';

export interface CaseRemover extends Pick<Cases, 'forgetTexts'> {
  /** The servers that have cases opened before a time. */
  guildsWithCasesBefore(timeMs: number): Promise<string[]>;
  /** Deletes a server's cases opened before a time, with their texts, unless a ban has to end. Resolves to their numbers. */
  removeBefore(guildId: string, timeMs: number): Promise<number[]>;
}

export function createCaseRemover({ database, shards }: CaseStoreContext): CaseRemover {
  return {
    async forgetTexts(guildId, authorId) {
      const { numDeletedRows } = await database
        .deleteFrom('case_texts')
        .where('guild_id', '=', guildId)
        .where('author_id', '=', authorId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async guildsWithCasesBefore(timeMs) {
      const rows = await database
        .selectFrom('cases')
        .select('guild_id')
        .distinct()
        .where('opened_at', '<', timeMs)
        .where(inShards('guild_id', shards))
        .execute();
      return rows.map((row) => row.guild_id);
    },
    removeBefore: (guildId, timeMs) =>
      database.transaction().execute(async (transaction) => {
        const expired = transaction
          .selectFrom('cases')
          .select('number')
          .where('guild_id', '=', guildId)
          .where('opened_at', '<', timeMs)
          .where('ban_ends_at', 'is', null);
        for (const table of ['case_texts', 'case_moderators'] as const) {
          await transaction
            .deleteFrom(table)
            .where('guild_id', '=', guildId)
            .where('case_number', 'in', expired)
            .execute();
        }
        for (const table of ['review_texts', 'reviews'] as const) {
          await transaction
            .deleteFrom(table)
            .where('guild_id', '=', guildId)
            .where('subject', 'in', ({ selectFrom }) =>
              selectFrom('reviews')
                .select('subject')
                .where('guild_id', '=', guildId)
                .where('case_number', 'in', expired),
            )
            .execute();
        }
        const rows = await transaction
          .deleteFrom('cases')
          .where('guild_id', '=', guildId)
          .where('opened_at', '<', timeMs)
          .where('ban_ends_at', 'is', null)
          .returning('number')
          .execute();
        await forgetDaysBefore(transaction, guildId, timeMs);
        return rows.map(({ number }) => number);
      }),
  };
}
