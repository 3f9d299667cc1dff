import { inShards } from '../../shared/database/in-shards.ts';
import { ALL_SERVERS, type Shards } from '../../shared/shards.ts';
import type { StateDatabase } from './tables.ts';

/** When the bot left each server. */
export interface LeftGuilds {
  /** Records that the bot left a server. If that is recorded already, the earlier time stays. */
  left(guildId: string, atMs: number): Promise<void>;
  returned(guildId: string): Promise<void>;
  /**
   * Finds out which servers the bot left, or came back to, while it was not running. `isPresent`: whether it is in a server
   * now.
   */
  compare(isPresent: (guildId: string) => boolean, nowMs: number): Promise<void>;
  /** The servers the bot left at this time or before. */
  leftBefore(timeMs: number): Promise<string[]>;
}

/** `shards`: the shards whose servers are compared and listed. */
export function createLeftGuilds(
  database: StateDatabase,
  shards: Shards = ALL_SERVERS,
): LeftGuilds {
  const watchedGuilds = database
    .selectFrom('watched_guilds')
    .select('guild_id')
    .where(inShards('guild_id', shards));
  const leftGuilds = database
    .selectFrom('left_guilds')
    .select('guild_id')
    .where(inShards('guild_id', shards));

  async function left(guildId: string, atMs: number): Promise<void> {
    await database
      .insertInto('left_guilds')
      .values({ guild_id: guildId, left_at: atMs })
      .onConflict((conflict) => conflict.column('guild_id').doNothing())
      .execute();
  }

  async function returned(guildId: string): Promise<void> {
    await database.deleteFrom('left_guilds').where('guild_id', '=', guildId).execute();
  }

  return {
    left,
    returned,
    async compare(isPresent, nowMs) {
      const watched = await watchedGuilds.execute();
      for (const row of watched) if (!isPresent(row.guild_id)) await left(row.guild_id, nowMs);
      const away = await leftGuilds.execute();
      for (const row of away) if (isPresent(row.guild_id)) await returned(row.guild_id);
    },
    async leftBefore(timeMs) {
      const rows = await leftGuilds.where('left_at', '<=', timeMs).execute();
      return rows.map((row) => row.guild_id);
    },
  };
}
