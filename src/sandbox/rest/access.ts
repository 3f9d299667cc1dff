import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIGuildMember,
} from 'discord-api-types/v10';

import { apiError } from '../errors.ts';
import { canView } from '../world/guilds/guild-create.ts';
import { hasPermission, permissionsIn } from '../world/guilds/permissions.ts';
import { findChannel, findGuild } from '../world/state.ts';
import type { Actor, ChannelState, GuildState } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** The permissions of both participants in a DM. */
const DM_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.PinMessages |
  PermissionFlagsBits.SendPolls |
  PermissionFlagsBits.SendVoiceMessages |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.UseExternalStickers;

interface Permitted {
  readonly permissions: bigint;
  has(permission: bigint): boolean;
  /** Throws 50013 unless all of these are granted. */
  need(permission: bigint): void;
}

export interface GuildAccess extends Permitted {
  readonly guild: GuildState;
  readonly member: APIGuildMember;
}

export interface ChannelAccess extends Permitted {
  readonly channel: ChannelState;
  /** null in a DM, like `member`. */
  readonly guild: GuildState | null;
  readonly member: APIGuildMember | null;
}

export interface GuildChannelAccess extends ChannelAccess {
  readonly guild: GuildState;
  readonly member: APIGuildMember;
}

/** Permission checks that the routes run before an operation. */
export interface Access {
  /** Throws 50001 for non-members. */
  guild(actor: Actor, guildId: string): GuildAccess;
  /** Throws 50001 when the actor can't view the channel. */
  channel(actor: Actor, channelId: string): ChannelAccess;
  /** Like `channel`, and throws 50003 for DMs. */
  guildChannel(actor: Actor, channelId: string): GuildChannelAccess;
}

export function createAccess({ state }: World): Access {
  function memberOf(guild: GuildState, actor: Actor): APIGuildMember {
    const member = guild.members.get(actor.userId);
    if (member === undefined) throw apiError(RESTJSONErrorCodes.MissingAccess);
    return member;
  }

  function channelAccess(actor: Actor, channelId: string): ChannelAccess {
    const channel = findChannel(state, channelId);
    if (!canView(state, channel, actor.userId)) throw apiError(RESTJSONErrorCodes.MissingAccess);
    if (channel.guildId === null) {
      return { channel, guild: null, member: null, ...permitted(DM_PERMISSIONS) };
    }
    const guild = findGuild(state, channel.guildId);
    const member = memberOf(guild, actor);
    const permissions = permissionsIn({ guild, member, channel, nowMs: state.clock.now() });
    return { channel, guild, member, ...permitted(permissions) };
  }

  return {
    guild(actor, guildId) {
      const guild = findGuild(state, guildId);
      const member = memberOf(guild, actor);
      const nowMs = state.clock.now();
      return {
        guild,
        member,
        ...permitted(permissionsIn({ guild, member, channel: null, nowMs })),
      };
    },

    channel: channelAccess,

    guildChannel(actor, channelId) {
      const { guild, member, ...rest } = channelAccess(actor, channelId);
      if (guild === null || member === null) {
        throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnDMChannel);
      }
      return { ...rest, guild, member };
    },
  };
}

function permitted(permissions: bigint): Permitted {
  return {
    permissions,
    has: (permission) => hasPermission(permissions, permission),
    need(permission) {
      if (!hasPermission(permissions, permission)) {
        throw apiError(RESTJSONErrorCodes.MissingPermissions);
      }
    },
  };
}
