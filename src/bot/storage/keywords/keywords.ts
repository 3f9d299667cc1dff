import { sql, type Selectable } from 'kysely';
import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import { lockUntilCommit } from '../../../shared/database/transaction-lock.ts';
import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { createSemaphore } from '../../../shared/tasks/semaphore.ts';
import {
  foldKeyword,
  type Keyword,
  type KeywordRegistry,
  type Keywords,
} from '../../domain/keywords.ts';
import type { StateDatabase, StateTables } from '../tables.ts';

/** How many locks are held at once. Each takes a connection from the pool, and the work under a lock needs others. */
const MAX_LOCKS = 3;
/** A lock ends after this time if its process hangs, in milliseconds. */
const MAX_HOLD_MS = '60000';

/** Spellings that `foldKeyword` makes equal are one keyword. */
export function createKeywords(database: StateDatabase): Keywords & KeywordRegistry {
  const mutex = createKeyedMutex();

  const locks = createSemaphore(MAX_LOCKS);

  /** Locks the keyword for all processes. */
  const lockForAll = <T>(folded: string, work: () => Promise<T>): Promise<T> =>
    locks.run(() =>
      database.transaction().execute(async (transaction) => {
        // The transaction is idle during the request to the service, and by default the server would end it sooner.
        await sql`SELECT set_config('idle_in_transaction_session_timeout', ${MAX_HOLD_MS}, true)`.execute(
          transaction,
        );
        await lockUntilCommit(transaction, `keyword ${folded}`);
        return work();
      }),
    );

  /** Whether a server other than `guildId` registered the keyword. */
  async function isRegisteredElsewhere(guildId: string, text: string): Promise<boolean> {
    const row = await database
      .selectFrom('keywords')
      .select('guild_id')
      .where('folded', '=', foldKeyword(text))
      .where('guild_id', '!=', guildId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function isWantedByAny(text: string): Promise<boolean> {
    const row = await database
      .selectFrom('keywords')
      .select('guild_id')
      .where('folded', '=', foldKeyword(text))
      .executeTakeFirst();
    return row !== undefined;
  }

  async function find(guildId: string, text: string): Promise<Keyword | null> {
    const row = await database
      .selectFrom('keywords')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('folded', '=', foldKeyword(text))
      .executeTakeFirst();
    return row === undefined ? null : keywordOf(row);
  }

  return {
    async list(guildId) {
      const rows = await database
        .selectFrom('keywords')
        .selectAll()
        .where('guild_id', '=', guildId)
        .execute();
      return rows.map(keywordOf).sort((a, b) => a.text.localeCompare(b.text, 'en'));
    },
    find,
    async add(guildId, { text, by, at }) {
      const values = { text, by_id: by.id, by_name: by.name, added_at: at };
      await database
        .insertInto('keywords')
        .values({ guild_id: guildId, folded: foldKeyword(text), ...values })
        .onConflict((conflict) => conflict.columns(['guild_id', 'folded']).doUpdateSet(values))
        .execute();
    },
    async remove(guildId, text) {
      await database
        .deleteFrom('keywords')
        .where('guild_id', '=', guildId)
        .where('folded', '=', foldKeyword(text))
        .execute();
    },
    isWantedElsewhere: isRegisteredElsewhere,
    isWantedByAny,
    withLock: (text, work) =>
      mutex(foldKeyword(text), () =>
        isPostgres(database) ? lockForAll(foldKeyword(text), work) : work(),
      ),
    async isWanted(guildId, text) {
      return (await find(guildId, text)) !== null || !(await isRegisteredElsewhere(guildId, text));
    },
  };
}

function keywordOf(row: Selectable<StateTables['keywords']>): Keyword {
  return { text: row.text, by: { id: row.by_id, name: row.by_name }, at: row.added_at };
}
