import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIGuildMember,
} from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import { canView } from '../world/guild-create.ts';
import { hasPermission, permissionsIn } from '../world/permissions.ts';
import { findChannel, findGuild } from '../world/state.ts';
import type { Actor, ChannelState, GuildState } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** What each of the two may do in a direct conversation. */
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
  /** Refuses with 50013 unless all of these are given. */
  need(permission: bigint): void;
}

export interface GuildAccess extends Permitted {
  readonly guild: GuildState;
  readonly member: APIGuildMember;
}

export interface ChannelAccess extends Permitted {
  readonly channel: ChannelState;
  /** null, as is the member: a DM. */
  readonly guild: GuildState | null;
  readonly member: APIGuildMember | null;
}

export interface GuildChannelAccess extends ChannelAccess {
  readonly guild: GuildState;
  readonly member: APIGuildMember;
}

/** Who may do what, asked by the routes before they let an operation run. */
export interface Access {
  /** Refuses strangers with 50001. */
  guild(actor: Actor, guildId: string): GuildAccess;
  /** Refuses with 50001 who can't view the channel. */
  channel(actor: Actor, channelId: string): ChannelAccess;
  /** As `channel`, and refuses DMs with 50003. */
  guildChannel(actor: Actor, channelId: string): GuildChannelAccess;
}

export function createAccess({ state }: World): Access {
  function memberOf(guild: GuildState, actor: Actor): APIGuildMember {
    const member = guild.members.get(actor.userId);
    if (member === undefined) throw refusal(RESTJSONErrorCodes.MissingAccess);
    return member;
  }

  function channelAccess(actor: Actor, channelId: string): ChannelAccess {
    const channel = findChannel(state, channelId);
    if (!canView(state, channel, actor.userId)) throw refusal(RESTJSONErrorCodes.MissingAccess);
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
        throw refusal(RESTJSONErrorCodes.CannotExecuteActionOnDMChannel);
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
        throw refusal(RESTJSONErrorCodes.MissingPermissions);
      }
    },
  };
}
