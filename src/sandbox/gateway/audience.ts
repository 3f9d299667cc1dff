import {
  GatewayDispatchEvents as Event,
  GatewayIntentBits,
  PermissionFlagsBits,
} from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';
import { hasPermission, permissionsIn } from '../world/permissions.ts';
import type { WorldState } from '../world/state.ts';
import { intentsFor } from './intents.ts';

/** Who a session listens for, and to what. */
export interface Listener {
  readonly userId: string;
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
}

export interface Audience {
  /** Whether this event is sent to the listener: shard, intents, membership, permissions, visibility. */
  hears(event: WorldEvent): boolean;
  /** Whether the shard is responsible for the guild. */
  hasGuild(guildId: string): boolean;
}

export function createAudience(state: WorldState, listener: Listener): Audience {
  const { userId, intents, shard } = listener;
  /** By channel id. Emptied by every event that may change what is visible: most events don't. */
  const visible = new Map<string, boolean>();
  const ownGuilds = new Map<string, boolean>();

  function hasGuild(guildId: string): boolean {
    let own = ownGuilds.get(guildId);
    if (own === undefined) {
      own = (BigInt(guildId) >> 22n) % BigInt(shard[1]) === BigInt(shard[0]);
      ownGuilds.set(guildId, own);
    }
    return own;
  }

  function permissions(guildId: string, channelId: string | null): bigint {
    const guild = state.guilds.get(guildId);
    const member = guild?.members.get(userId);
    const channel = channelId === null ? null : guild?.channels.get(channelId);
    if (guild === undefined || member === undefined || channel === undefined) return 0n;
    return permissionsIn({ guild, member, channel, nowMs: state.clock.now() });
  }

  function canView(guildId: string, channelId: string): boolean {
    let can = visible.get(channelId);
    if (can === undefined) {
      can = hasPermission(permissions(guildId, channelId), PermissionFlagsBits.ViewChannel);
      visible.set(channelId, can);
    }
    return can;
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
        return hasPermission(permissions(guildId, null), PermissionFlagsBits.ViewAuditLog);
      case Event.GuildBanAdd:
      case Event.GuildBanRemove:
        return (
          (permissions(guildId, null) &
            (PermissionFlagsBits.BanMembers | PermissionFlagsBits.ViewAuditLog)) !==
          0n
        );
      default:
        return event.channelId === null || canView(guildId, event.channelId);
    }
  }

  return {
    hasGuild,
    hears(event) {
      if (changesVisibility(event)) visible.clear();
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

function changesVisibility(event: WorldEvent): boolean {
  switch (event.type) {
    case Event.MessageCreate:
    case Event.MessageUpdate:
    case Event.MessageDelete:
    case Event.MessageDeleteBulk:
    case Event.MessageReactionAdd:
    case Event.MessageReactionRemove:
    case Event.MessageReactionRemoveAll:
    case Event.MessageReactionRemoveEmoji:
    case Event.MessagePollVoteAdd:
    case Event.MessagePollVoteRemove:
    case Event.TypingStart:
    case Event.ChannelPinsUpdate:
      return false;
    default:
      return true;
  }
}
