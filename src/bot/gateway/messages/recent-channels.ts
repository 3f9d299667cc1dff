import type { Guild } from 'discord.js';
import { compareSnowflakes, snowflakeAt } from '../../../shared/snowflake.ts';

/** The channels and threads of a server that have messages since a time, as far as the bot knows. */
export function channelsWithMessagesSince(guild: Guild, sinceMs: number): string[] {
  const since = snowflakeAt(sinceMs);
  return guild.channels.cache
    .filter(
      (channel) =>
        channel.isTextBased() &&
        channel.lastMessageId !== null &&
        compareSnowflakes(channel.lastMessageId, since) >= 0,
    )
    .map(({ id }) => id);
}
