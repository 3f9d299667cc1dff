import {
  ChannelType,
  PermissionFlagsBits,
  type GatewayGuildCreateDispatchData,
} from 'discord-api-types/v10';

import { apiGuild } from './api-guild.ts';
import { asApiChannel, channelFor, isThread } from '../channels/channel-state.ts';
import { hiddenChannel } from '../channels/hidden-channel.ts';
import { hasPermission, permissionsIn } from './permissions.ts';
import { findMember, type WorldState } from '../state.ts';
import type { ChannelPayload, ChannelState, GuildState } from '../types.ts';

type ChannelList = GatewayGuildCreateDispatchData['channels'];
type ThreadList = GatewayGuildCreateDispatchData['threads'];

/** Tells if the user can view the channel. A category is visible to anyone who can view a channel in it. */
export function canView(state: WorldState, channel: ChannelState, userId: string): boolean {
  if (channel.guildId === null) return channel.recipientIds.includes(userId);
  const guild = state.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  if (guild === undefined || member === undefined) return false;
  const nowMs = state.clock.now();
  const views = (viewed: ChannelState): boolean =>
    hasPermission(
      permissionsIn({ guild, member, channel: viewed, nowMs }),
      PermissionFlagsBits.ViewChannel,
    );
  if (views(channel)) return true;
  return (
    channel.type === ChannelType.GuildCategory &&
    [...guild.channels.values()].some((child) => child.parent_id === channel.id && views(child))
  );
}

/**
 * The GUILD_CREATE payload for `userId`: all channels (obfuscated if the user can't view them), the active threads that the user
 * can view, and all members.
 */
export function guildCreateFor(
  state: WorldState,
  guild: GuildState,
  userId: string,
): GatewayGuildCreateDispatchData {
  const all = [...guild.channels.values()];
  const threads = all.filter(
    (channel) =>
      isThread(channel) &&
      channel.payload.thread_metadata?.archived !== true &&
      canView(state, channel, userId),
  );
  return {
    ...apiGuild(guild),
    joined_at: findMember(guild, userId).joined_at ?? '',
    // The gateway compares with the `large_threshold` of the session.
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: [],
    members: [...guild.members.values()],
    // The filters above separate the types; the compiler can't see that.
    channels: all
      .filter((channel) => !isThread(channel))
      .map((channel) => asApiChannel(channelAsSeen(state, channel, userId))) as ChannelList,
    threads: threads.map((thread) => channelFor(state, thread, userId)) as ThreadList,
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

export function channelAsSeen(
  state: WorldState,
  channel: ChannelState,
  userId: string,
): ChannelPayload {
  return canView(state, channel, userId) ? channel.payload : hiddenChannel(channel.payload);
}
