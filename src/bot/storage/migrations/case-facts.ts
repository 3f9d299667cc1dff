import { sql, type Migration } from 'kysely';
import type { StateDatabase } from '../tables.ts';

/** Cases from before count unless a moderator's last action took them back. */
export const caseFacts: Migration = {
  async up(database: StateDatabase) {
    await database.schema
      .alterTable('cases')
      .addColumn('stands', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await database
      .updateTable('cases')
      .set({ stands: 0 })
      .where(({ or, eb }) => or([eb('false_positive', '=', 1), eb('handled_as', '=', 'undo')]))
      .execute();
    // “Watch only” was called shadow mode.
    await database
      .updateTable('cases')
      .set({
        result: sql`replace(result, 'shadowed', 'watched')`,
        outcomes: sql`replace(outcomes, 'shadowed', 'watched')`,
      })
      .where(({ or, eb }) =>
        or([eb('result', '=', 'shadowed'), eb('outcomes', 'like', '%shadowed%')]),
      )
      .execute();
  },
};
