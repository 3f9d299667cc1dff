import { sql, type RawBuilder } from 'kysely';
import { connect } from '../../src/shared/database/database.ts';
import { silentLogger } from '../../src/shared/logger.ts';
import {
  STATE_SCHEMA,
  type StateDatabase,
  type StateTables,
} from '../../src/bot/storage/tables.ts';

/** The tables of a bot's state, on a connection beside the bot's. Close it with `destroy`. */
export const openStateTables = (url: string): Promise<StateDatabase> =>
  connect<StateTables>({ url, schema: STATE_SCHEMA, logger: silentLogger });

/** Runs one statement on a bot's state and resolves to its rows; `sql` is Kysely's. */
export async function runOnState<Row>(url: string, statement: RawBuilder<Row>): Promise<Row[]> {
  const tables = await openStateTables(url);
  try {
    return (await statement.execute(tables)).rows;
  } finally {
    await tables.destroy();
  }
}

export { sql };
