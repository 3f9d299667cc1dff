import type { Client, Guild } from 'discord.js';
import { compareSnowflakes, snowflakeAt } from '../../../shared/snowflake.ts';
import type { History, RecentMessages } from '../../domain/ports.ts';

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

export function createRecentMessages({
  client,
  history,
}: {
  readonly client: Client;
  readonly history: Pick<History, 'latest'>;
}): RecentMessages {
  return async function* recentMessages(guildId, sinceMs, max) {
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined) return;
    for (const channelId of channelsWithMessagesSince(guild, sinceMs)) {
      let read = 0;
      for await (const snapshot of history.latest(channelId, sinceMs)) {
        yield snapshot;
        read += 1;
        if (read >= max) break;
      }
    }
  };
}
