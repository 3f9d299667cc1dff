import type { StateDatabase } from '../../src/bot/storage/tables.ts';

/** Rows per statement: SQLite takes at most 32,766 parameters. */
const AT_ONCE = 500;

/** Stores copies of the only case, with the next numbers: faster than opening as many. */
export async function copyCase(database: StateDatabase, copies: number): Promise<void> {
  const row = await database.selectFrom('cases').selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: copies }, (_, index) => ({
    ...row,
    number: row.number + 1 + index,
  }));
  for (let from = 0; from < copies; from += AT_ONCE) {
    await database
      .insertInto('cases')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
  }
}
