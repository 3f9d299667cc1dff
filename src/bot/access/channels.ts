import type { Guild } from 'discord.js';

/** A channel's parents, nearest first: a thread's channel, a category. */
export function parentIdsOf(guild: Guild, channelId: string): string[] {
  const channels = guild.channels.cache;
  const parentId = channels.get(channelId)?.parentId ?? null;
  if (parentId === null) return [];
  const grandparentId = channels.get(parentId)?.parentId ?? null;
  return grandparentId === null ? [parentId] : [parentId, grandparentId];
}

/** Whether any of the channels is age-restricted. A thread is if its channel is. */
export function isAgeRestricted(guild: Guild, channelIds: readonly string[]): boolean {
  return channelIds.some((id) => {
    const channel = guild.channels.cache.get(id);
    return channel !== undefined && 'nsfw' in channel && channel.nsfw;
  });
}
