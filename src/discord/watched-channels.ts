import { ChannelFlags, ChannelType, type APIChannel } from 'discord.js';

/** A channel or thread that messages are written in, and its latest message. */
export interface WatchedChannel {
  readonly id: string;
  readonly lastMessageId: string | null;
}

/**
 * Of some channels those that messages are written in. A forum has none of its own, its posts are threads. Of
 * channels the bot may not view Discord tells that they exist, and no more.
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
        return [];
    }
  });
}
