import {
  GatewayDispatchEvents as Event,
  GatewayIntentBits,
  PermissionFlagsBits,
} from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';
import { hasPermission, permissionsIn } from '../world/permissions.ts';
import type { WorldState } from '../world/state.ts';
import type { ChannelState } from '../world/types.ts';
import { intentsFor } from './intents.ts';
import { createVisibility } from './visibility.ts';

/** Who a session listens for, and to what. */
export interface Listener {
  readonly userId: string;
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
}

export interface Audience {
  /**
   * To be called with every event, and before `hears`: takes note of what the listener can view from now on.
   * Returns the other channels that appeared or vanished: Discord sends a CHANNEL_UPDATE for each.
   */
  notice(event: WorldEvent): ChannelState[];
  /** Whether this event is sent to the listener: shard, intents, membership, permissions, visibility. */
  hears(event: WorldEvent): boolean;
  /** Whether the shard is responsible for the guild. */
  hasGuild(guildId: string): boolean;
}

export function createAudience(state: WorldState, listener: Listener): Audience {
  const { userId, intents, shard } = listener;
  const visibility = createVisibility(state, userId);
  const ownGuilds = new Map<string, boolean>();

  function hasGuild(guildId: string): boolean {
    let own = ownGuilds.get(guildId);
    if (own === undefined) {
      own = (BigInt(guildId) >> 22n) % BigInt(shard[1]) === BigInt(shard[0]);
      ownGuilds.set(guildId, own);
    }
    return own;
  }

  function permissions(guildId: string): bigint {
    const guild = state.guilds.get(guildId);
    const member = guild?.members.get(userId);
    if (guild === undefined || member === undefined) return 0n;
    return permissionsIn({ guild, member, channel: null, nowMs: state.clock.now() });
  }

  function passesIntents(event: WorldEvent): boolean {
    const needed = intentsFor(event);
    if (needed === null) return true;
    // Of itself a bot hears also without GUILD_MEMBERS.
    if (event.type === Event.GuildMemberUpdate && event.data.user.id === userId) return true;
    if (event.type === Event.ThreadMembersUpdate && !(intents & GatewayIntentBits.GuildMembers)) {
      return (
        (intents & GatewayIntentBits.Guilds) !== 0 &&
        ((event.data.removed_member_ids ?? []).includes(userId) ||
          (event.data.added_members ?? []).some((member) => member.user_id === userId))
      );
    }
    return (intents & needed) !== 0;
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
      case Event.ChannelCreate:
      case Event.ChannelUpdate:
      case Event.ChannelDelete:
        // Who cannot view the channel is sent it obfuscated.
        return true;
      default:
        return event.channelId === null || visibility.canView(event.channelId);
    }
  }

  return {
    hasGuild,
    notice(event) {
      const { guildId } = event;
      if (guildId === null || !hasGuild(guildId) || !visibility.isChangedBy(event)) return [];
      const changed = visibility.refresh(guildId);
      const isHeard = (intents & GatewayIntentBits.Guilds) !== 0;
      return isHeard ? changed.filter(({ id }) => id !== event.channelId) : [];
    },
    hears(event) {
      if (event.userIds !== null && !event.userIds.includes(userId)) return false;
      if (!passesIntents(event)) return false;
      if (event.guildId === null) return shard[0] === 0;
      if (!hasGuild(event.guildId)) return false;
      // An event for named users may be about their leaving: membership says nothing then.
      const isMember = state.guilds.get(event.guildId)?.members.has(userId) === true;
      if (!isMember) return event.userIds !== null;
      return passesPermissions(event, event.guildId);
    },
  };
}
