import { ChannelFlags, ChannelType, type APIChannel } from 'discord.js';

/** A channel or thread that has messages, with its latest message. */
export interface WatchedChannel {
  readonly id: string;
  readonly lastMessageId: string | null;
}

/**
 * The channels that have messages. A forum has none, because its posts are threads. Discord obfuscates channels that the bot
 * is not allowed to view.
 */
export function channelsIn(channels: readonly APIChannel[]): WatchedChannel[] {
  return channels.flatMap((channel) => {
    if (((channel.flags ?? 0) & ChannelFlags.ChannelObfuscated) !== 0) return [];
    switch (channel.type) {
      case ChannelType.GuildText:
      case ChannelType.GuildAnnouncement:
      case ChannelType.GuildVoice:
      case ChannelType.GuildStageVoice:
      case ChannelType.PublicThread:
      case ChannelType.PrivateThread:
      case ChannelType.AnnouncementThread:
        return [{ id: channel.id, lastMessageId: channel.last_message_id ?? null }];
      case ChannelType.DM:
      case ChannelType.GroupDM:
      case ChannelType.GuildCategory:
      case ChannelType.GuildForum:
      case ChannelType.GuildMedia:
      // A type that Discord added later, or a malformed channel.
      default:
        return [];
    }
  });
}
