import { DAY_MS } from '../../../shared/clock.ts';
import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { isUnfinished } from '../../domain/actions/moderator-actions.ts';
import { withoutQuotes, type Case } from '../../domain/case.ts';
import { factsOf } from '../../domain/figures/case-figures.ts';
import type { Cases } from '../../domain/ports.ts';
import { editsAfter } from '../../domain/posts/alert-ref.ts';
import { putNotice } from '../notices.ts';
import { wantPost } from '../posts.ts';
import { forgetDay } from '../statistics/case-days.ts';
import type { StateDatabase } from '../tables.ts';
import {
  caseOf,
  columnsOf,
  saveModerators,
  selectCases,
  type CaseStoreContext,
} from './case-rows.ts';

export interface CaseWriter extends Pick<Cases, 'open' | 'update'> {
  /** `update` as part of a transaction. */
  updateIn(transaction: StateDatabase, record: Case, change: (latest: Case) => Case): Promise<Case>;
}

export function createCaseWriter(context: CaseStoreContext): CaseWriter {
  const { database, clock } = context;
  const inOrder = createKeyedMutex();

  /**
   * Transactions with the same key run in the order of the calls. PostgreSQL would run them one after the other, too, but in
   * any order, and each would hold a connection while it waits, which other servers need.
   */
  const transactInOrder = <T>(
    key: string,
    work: (transaction: StateDatabase) => Promise<T>,
  ): Promise<T> => inOrder(key, () => database.transaction().execute(work));

  const updateIn: CaseWriter['updateIn'] = async (transaction, stale, change) => {
    const row = await selectCases(transaction)
      .where('guild_id', '=', stale.guildId)
      .where('number', '=', stale.number)
      .$if(isPostgres(database), (query) => query.forUpdate())
      .executeTakeFirst();
    const latest = (row === undefined ? null : caseOf(row, context)) ?? stale;
    const next = change(latest);
    if (next === latest) return latest;
    await transaction
      .updateTable('cases')
      .set({ ...columnsOf(next), unfinished: isUnfinished(next) ? 1 : 0 })
      .where('guild_id', '=', stale.guildId)
      .where('number', '=', stale.number)
      .execute();
    await saveModerators(transaction, row === undefined ? null : latest, next);
    if (areCountedDifferently(latest, next)) await forgetDay(transaction, next);
    for (const edit of editsAfter(latest, next)) {
      await wantPost(transaction, edit, clock.now());
    }
    return next;
  };

  return {
    open: (whole, text, evidenceDays, sealedPictures = null) =>
      transactInOrder(whole.guildId, async (transaction) => {
        const { draft, quotes } = withoutQuotes(whole);
        const { last: number } = await transaction
          .insertInto('case_numbers')
          .values({ guild_id: draft.guildId, last: 1, last_incident: 0 })
          .onConflict((conflict) =>
            conflict
              .column('guild_id')
              .doUpdateSet((update) => ({ last: update('case_numbers.last', '+', 1) })),
          )
          .returning('last')
          .executeTakeFirstOrThrow();
        const record: Case = { ...draft, number };
        await transaction
          .insertInto('cases')
          .values({
            guild_id: record.guildId,
            number,
            message_id: record.messageId,
            channel_id: record.channelId,
            author_id: record.author.id,
            opened_at: record.openedAt,
            // A draft has no moderator action yet, so only its own steps can be open.
            unfinished: record.closedAt === null ? 1 : 0,
            by_webhook: record.author.kind === 'webhook' ? 1 : 0,
            ...columnsOf(record),
          })
          .execute();
        await saveModerators(transaction, null, record);
        await forgetDay(transaction, record);
        await transaction
          .insertInto('case_texts')
          .values({
            guild_id: record.guildId,
            case_number: number,
            author_id: record.author.id,
            text,
            quotes: quotes === null ? null : JSON.stringify(quotes),
            encrypted_pictures: sealedPictures,
            expires_at: clock.now() + evidenceDays * DAY_MS,
          })
          .execute();
        return record;
      }),
    update: (record, change, notice) =>
      transactInOrder(`${record.guildId}#${record.number}`, async (transaction) => {
        const updated = await updateIn(transaction, record, change);
        if (notice !== undefined) await putNotice(transaction, notice);
        return updated;
      }),
    updateIn,
  };
}

function areCountedDifferently(before: Case, after: Case): boolean {
  return JSON.stringify(factsOf(before)) !== JSON.stringify(factsOf(after));
}
