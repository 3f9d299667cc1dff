import { inShards } from '../../../shared/database/in-shards.ts';
import { groupedBy } from '../../../shared/grouped-by.ts';
import { ALL_SERVERS, type Shards } from '../../../shared/shards.ts';
import type { StateDatabase } from '../tables.ts';

const TABLES = ['logged_messages', 'log_entries'] as const;

/** Deletes what the message log no longer keeps. */
export interface LogCleaning {
  /** The channels with something stored, by server; or only those of one server. */
  channels(guildId?: string): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Deletes what is stored about some channels, or a whole server. */
  forget(guildId: string, channelIds?: readonly string[]): Promise<void>;
  /** Deletes the oldest messages of a server beyond a number, and has the others expire after a time. */
  limit(
    guildId: string,
    limits: { readonly messages: number; readonly keepMs: number },
  ): Promise<void>;
}

export function createLogCleaning(
  database: StateDatabase,
  shards: Shards = ALL_SERVERS,
): LogCleaning {
  return {
    async channels(guildId) {
      const found = [];
      for (const table of TABLES) {
        const rows = await database
          .selectFrom(table)
          .select(['guild_id', 'channel_id'])
          .distinct()
          .where(inShards('guild_id', shards))
          .$if(guildId !== undefined, (query) => query.where('guild_id', '=', guildId ?? ''))
          .execute();
        found.push(...rows);
      }
      return new Map(
        [...groupedBy(found, (row) => row.guild_id)].map(([id, rows]) => [
          id,
          [...new Set(rows.map((row) => row.channel_id))],
        ]),
      );
    },
    forget: (guildId, channelIds) =>
      database.transaction().execute(async (transaction) => {
        for (const table of TABLES) {
          await transaction
            .deleteFrom(table)
            .where('guild_id', '=', guildId)
            .$if(channelIds !== undefined, (query) =>
              query.where('channel_id', 'in', channelIds ?? []),
            )
            .execute();
        }
      }),
    async limit(guildId, { messages, keepMs }) {
      const last = await database
        .selectFrom('logged_messages')
        .select('seen_at')
        .where('guild_id', '=', guildId)
        .orderBy('seen_at', 'desc')
        .offset(messages)
        .limit(1)
        .executeTakeFirst();
      await database
        .deleteFrom('logged_messages')
        .where('guild_id', '=', guildId)
        .where('seen_at', '<=', last?.seen_at ?? 0)
        .execute();
      await database
        .updateTable('logged_messages')
        .set(({ eb }) => ({ expires_at: eb('seen_at', '+', keepMs) }))
        .where('guild_id', '=', guildId)
        .where(({ eb }) => eb('expires_at', '!=', eb('seen_at', '+', keepMs)))
        .execute();
    },
  };
}
