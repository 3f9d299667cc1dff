import { inShards } from '../../../shared/database/in-shards.ts';
import type { Cases } from '../../domain/ports.ts';
import { forgetDaysBefore } from '../statistics/case-days.ts';
import type { CaseStoreContext } from './case-rows.ts';

export interface CaseRemover extends Pick<Cases, 'forgetTexts'> {
  /** The servers that have cases opened before a time. */
  guildsWithCasesBefore(timeMs: number): Promise<string[]>;
  /**
   * Deletes some of a server's cases opened before a time, with their texts, unless a ban has to end. Resolves to their
   * numbers: none if all are deleted.
   */
  removeBefore(guildId: string, timeMs: number): Promise<number[]>;
}

/** Deleted in one transaction. With SQLite, other servers wait for it. */
const REMOVED_AT_ONCE = 200;

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
        .selectFrom('case_numbers')
        .select('guild_id')
        .where(inShards('guild_id', shards))
        // Reads one entry of an index for each server.
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('cases')
              .select('number')
              .whereRef('cases.guild_id', '=', 'case_numbers.guild_id')
              .where('opened_at', '<', timeMs),
          ),
        )
        .execute();
      return rows.map((row) => row.guild_id);
    },
    removeBefore: (guildId, timeMs) =>
      database.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('cases')
          .select('number')
          .where('guild_id', '=', guildId)
          .where('opened_at', '<', timeMs)
          .where('ban_ends_at', 'is', null)
          .orderBy('opened_at')
          .limit(REMOVED_AT_ONCE)
          .execute();
        const expired = rows.map(({ number }) => number);
        if (expired.length === 0) return [];
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
        await transaction
          .deleteFrom('cases')
          .where('guild_id', '=', guildId)
          .where('number', 'in', expired)
          .execute();
        await forgetDaysBefore(transaction, guildId, timeMs);
        return expired;
      }),
  };
}
