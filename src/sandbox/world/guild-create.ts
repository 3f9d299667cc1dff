import {
  ChannelType,
  PermissionFlagsBits,
  type GatewayGuildCreateDispatchData,
} from 'discord-api-types/v10';

import { apiGuild } from './api-guild.ts';
import { asApiChannel, channelFor, isThread } from './channel-state.ts';
import { hasPermission, permissionsIn } from './permissions.ts';
import { findMember, type WorldState } from './state.ts';
import type { ChannelState, GuildState } from './types.ts';

type ChannelList = GatewayGuildCreateDispatchData['channels'];
type ThreadList = GatewayGuildCreateDispatchData['threads'];

/** From here on a guild is "large": Discord's default of `large_threshold`. */
const LARGE_GUILD_MEMBERS = 50;

/** Whether the user may see the channel. Of private threads: those one is in, or all for who may manage them. */
export function canView(state: WorldState, channel: ChannelState, userId: string): boolean {
  if (channel.guildId === null) return channel.recipientIds.includes(userId);
  const guild = state.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  if (guild === undefined || member === undefined) return false;
  const permissions = permissionsIn({ guild, member, channel, nowMs: state.clock.now() });
  if (!hasPermission(permissions, PermissionFlagsBits.ViewChannel)) return false;
  return (
    channel.type !== ChannelType.PrivateThread ||
    channel.threadMembers.has(userId) ||
    hasPermission(permissions, PermissionFlagsBits.ManageThreads)
  );
}

/** GUILD_CREATE as `userId` gets it: the channels and active threads they can see, and all members. */
export function guildCreateFor(
  state: WorldState,
  guild: GuildState,
  userId: string,
): GatewayGuildCreateDispatchData {
  const visible = [...guild.channels.values()].filter((channel) => canView(state, channel, userId));
  const threads = visible.filter(
    (channel) => isThread(channel) && channel.payload.thread_metadata?.archived !== true,
  );
  return {
    ...apiGuild(guild),
    joined_at: findMember(guild, userId).joined_at ?? '',
    large: guild.members.size > LARGE_GUILD_MEMBERS,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: [],
    members: [...guild.members.values()],
    // Both lists are told apart by type just above; the compiler can't follow.
    channels: visible
      .filter((channel) => !isThread(channel))
      .map(({ payload }) => asApiChannel(payload)) as ChannelList,
    threads: threads.map((thread) => channelFor(state, thread, userId)) as ThreadList,
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}
