import {
  GatewayDispatchEvents as Event,
  GatewayIntentBits,
  PermissionFlagsBits,
} from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';
import { hasPermission, permissionsIn } from '../world/guilds/permissions.ts';
import type { WorldState } from '../world/state.ts';
import type { ChannelState } from '../world/types.ts';
import { intentsFor } from './intents.ts';
import { shardOf, type Shard } from './shards.ts';
import { createVisibility } from './visibility.ts';

/** Decides which events a session gets, and in which form. */
export interface Subscriber {
  readonly userId: string;
  readonly intents: number;
  readonly shard: Shard;
  /** Guilds with more members are "large". */
  readonly largeThreshold: number;
}

export interface Audience {
  /**
   * Call this with every event, before `receives`: it updates what the subscriber can view. Returns the other
   * channels whose visibility changed, because Discord sends a CHANNEL_UPDATE for each.
   */
  update(event: WorldEvent): ChannelState[];
  /** Checks shard, intents, membership, permissions and visibility. */
  receives(event: WorldEvent): boolean;
  isOnShard(guildId: string): boolean;
}

export function createAudience(state: WorldState, subscriber: Subscriber): Audience {
  const { userId, intents, shard } = subscriber;
  const visibility = createVisibility(state, userId);
  const shardGuilds = new Map<string, boolean>();

  function hasGuild(guildId: string): boolean {
    let result = shardGuilds.get(guildId);
    if (result === undefined) {
      result = shardOf(guildId, shard[1]) === shard[0];
      shardGuilds.set(guildId, result);
    }
    return result;
  }

  function permissions(guildId: string, channelId: string | null = null): bigint {
    const guild = state.guilds.get(guildId);
    const member = guild?.members.get(userId);
    if (guild === undefined || member === undefined) return 0n;
    const channel = channelId === null ? null : (state.channels.get(channelId) ?? null);
    return permissionsIn({ guild, member, channel, nowMs: state.clock.now() });
  }

  function passesIntents(event: WorldEvent): boolean {
    const required = intentsFor(event);
    if (required === null) return true;
    // A bot gets updates about itself even without GUILD_MEMBERS.
    if (event.type === Event.GuildMemberUpdate && event.data.user.id === userId) return true;
    if (event.type === Event.ThreadMembersUpdate && !(intents & GatewayIntentBits.GuildMembers)) {
      return (
        (intents & GatewayIntentBits.Guilds) !== 0 &&
        ((event.data.removed_member_ids ?? []).includes(userId) ||
          (event.data.added_members ?? []).some((member) => member.user_id === userId))
      );
    }
    return (intents & required) !== 0;
  }

  function passesPermissions(event: WorldEvent, guildId: string): boolean {
    switch (event.type) {
      case Event.GuildAuditLogEntryCreate:
        return hasPermission(permissions(guildId), PermissionFlagsBits.ViewAuditLog);
      case Event.GuildBanAdd:
      case Event.GuildBanRemove:
        return (
          (permissions(guildId) &
            (PermissionFlagsBits.BanMembers | PermissionFlagsBits.ViewAuditLog)) !==
          0n
        );
      case Event.InviteCreate:
      case Event.InviteDelete:
        return hasPermission(
          permissions(guildId, event.channelId),
          PermissionFlagsBits.ManageChannels,
        );
      case Event.AutoModerationRuleCreate:
      case Event.AutoModerationRuleUpdate:
      case Event.AutoModerationRuleDelete:
      case Event.AutoModerationActionExecution:
        return hasPermission(permissions(guildId), PermissionFlagsBits.ManageGuild);
      case Event.ChannelCreate:
      case Event.ChannelUpdate:
      case Event.ChannelDelete:
        // Members who can't view the channel get it obfuscated.
        return true;
      default:
        return event.channelId === null || visibility.canView(event.channelId);
    }
  }

  return {
    isOnShard: hasGuild,
    update(event) {
      const { guildId } = event;
      if (guildId === null || !hasGuild(guildId) || !visibility.isChangedBy(event)) return [];
      const changed = visibility.refresh(guildId);
      const receivesChannels = (intents & GatewayIntentBits.Guilds) !== 0;
      return receivesChannels ? changed.filter(({ id }) => id !== event.channelId) : [];
    },
    receives(event) {
      if (event.userIds !== null && !event.userIds.includes(userId)) return false;
      if (!passesIntents(event)) return false;
      if (event.guildId === null) return shard[0] === 0;
      if (!hasGuild(event.guildId)) return false;
      // An event for specific users may report that they left, so membership doesn't matter.
      const isMember = state.guilds.get(event.guildId)?.members.has(userId) === true;
      if (!isMember) return event.userIds !== null;
      return passesPermissions(event, event.guildId);
    },
  };
}
