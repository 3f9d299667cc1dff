import {
  AuditLogEvent,
  AuditLogOptionsType,
  ChannelType,
  GatewayDispatchEvents,
  OverwriteType,
  RESTJSONErrorCodes,
  type APIOverwrite,
  type GatewayChannelModifyDispatchData,
} from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import { changesBetween, writeAuditLog } from './audit-log.ts';
import { createChannelState, isThread } from './channel-state.ts';
import { findChannel, findGuild, type WorldState } from './state.ts';
import { forgetThread } from './thread-changes.ts';
import type { ChannelPayload, ChannelState, Deed, GuildState } from './types.ts';

const MAX_CHANNELS = 500;
const AUDITED_FIELDS = [
  'name',
  'type',
  'topic',
  'nsfw',
  'position',
  'rate_limit_per_user',
  'permission_overwrites',
  'bitrate',
  'user_limit',
  'available_tags',
];

export type NewChannel = Omit<ChannelPayload, 'id' | 'guild_id'> & { readonly name: string };
export type ChannelPatch = Partial<Omit<ChannelPayload, 'id' | 'guild_id' | 'recipients'>>;

export interface Channels {
  /** A channel of any type but thread and DM; what is not said is as Discord makes it. */
  create(guildId: string, channel: NewChannel, deed: Deed): ChannelState;
  update(channelId: string, patch: ChannelPatch, deed: Deed): ChannelState;
  setOverwrite(channelId: string, overwrite: APIOverwrite, deed: Deed): void;
  deleteOverwrite(channelId: string, overwriteId: string, deed: Deed): void;
  /** With its threads; the channels of a category stay, without a parent. */
  delete(channelId: string, deed: Deed): ChannelState;
}

export function createChannels(state: WorldState): Channels {
  function announce(
    type:
      | GatewayDispatchEvents.ChannelCreate
      | GatewayDispatchEvents.ChannelUpdate
      | GatewayDispatchEvents.ChannelDelete,
    channel: ChannelState,
  ): void {
    // A flat payload; see ChannelPayload.
    const data = channel.payload as unknown as GatewayChannelModifyDispatchData;
    state.emit({ type, data, guildId: channel.guildId, channelId: channel.id, userIds: null });
  }

  function inGuild(channelId: string): { guild: GuildState; channel: ChannelState } {
    const channel = findChannel(state, channelId);
    if (channel.guildId === null) throw refusal(RESTJSONErrorCodes.CannotExecuteActionOnDMChannel);
    return { guild: findGuild(state, channel.guildId), channel };
  }

  function auditOverwrite(
    { guild, channel }: { guild: GuildState; channel: ChannelState },
    { overwrite, action }: { overwrite: APIOverwrite; action: AuditLogEvent },
    deed: Deed,
  ): void {
    const role = guild.roles.get(overwrite.id);
    writeAuditLog(state, guild, {
      deed,
      action,
      targetId: channel.id,
      options: {
        id: overwrite.id,
        type:
          overwrite.type === OverwriteType.Role
            ? AuditLogOptionsType.Role
            : AuditLogOptionsType.Member,
        ...(role === undefined ? {} : { role_name: role.name }),
      },
    });
  }

  return {
    create(guildId, channel, deed) {
      const guild = findGuild(state, guildId);
      const ordinary = [...guild.channels.values()].filter((other) => !isThread(other));
      if (ordinary.length >= MAX_CHANNELS) {
        throw refusal(RESTJSONErrorCodes.MaximumNumberOfGuildChannelsReached);
      }
      const payload: ChannelPayload = {
        ...defaultsOf(channel.type),
        position: ordinary.length,
        ...channel,
        id: state.newId(),
        guild_id: guildId,
      };
      const created = createChannelState(payload);
      guild.channels.set(created.id, created);
      state.channels.set(created.id, created);
      announce(GatewayDispatchEvents.ChannelCreate, created);
      writeAuditLog(state, guild, {
        deed,
        action: AuditLogEvent.ChannelCreate,
        targetId: created.id,
        changes: changesBetween({}, payload, AUDITED_FIELDS),
      });
      return created;
    },

    update(channelId, patch, deed) {
      const { guild, channel } = inGuild(channelId);
      const before = channel.payload;
      const after = { ...before, ...patch };
      const changes = changesBetween(before, after, AUDITED_FIELDS);
      channel.payload = after;
      announce(GatewayDispatchEvents.ChannelUpdate, channel);
      writeAuditLog(state, guild, {
        deed,
        action: AuditLogEvent.ChannelUpdate,
        targetId: channelId,
        changes,
      });
      return channel;
    },

    setOverwrite(channelId, overwrite, deed) {
      const { guild, channel } = inGuild(channelId);
      const others = channel.permission_overwrites.filter(({ id }) => id !== overwrite.id);
      const isNew = others.length === channel.permission_overwrites.length;
      channel.payload = {
        ...channel.payload,
        permission_overwrites: [...others, overwrite],
      };
      announce(GatewayDispatchEvents.ChannelUpdate, channel);
      const action = isNew
        ? AuditLogEvent.ChannelOverwriteCreate
        : AuditLogEvent.ChannelOverwriteUpdate;
      auditOverwrite({ guild, channel }, { overwrite, action }, deed);
    },

    deleteOverwrite(channelId, overwriteId, deed) {
      const { guild, channel } = inGuild(channelId);
      const overwrite = channel.permission_overwrites.find(({ id }) => id === overwriteId);
      if (overwrite === undefined) throw refusal(RESTJSONErrorCodes.UnknownPermissionOverwrite);
      channel.payload = {
        ...channel.payload,
        permission_overwrites: channel.permission_overwrites.filter(({ id }) => id !== overwriteId),
      };
      announce(GatewayDispatchEvents.ChannelUpdate, channel);
      const action = AuditLogEvent.ChannelOverwriteDelete;
      auditOverwrite({ guild, channel }, { overwrite, action }, deed);
    },

    delete(channelId, deed) {
      const { guild, channel } = inGuild(channelId);
      for (const child of guild.channels.values()) {
        if (child.parent_id !== channelId) continue;
        if (isThread(child)) forgetThread(state, guild, child);
        else {
          child.payload = { ...child.payload, parent_id: null };
          announce(GatewayDispatchEvents.ChannelUpdate, child);
        }
      }
      announce(GatewayDispatchEvents.ChannelDelete, channel);
      guild.channels.delete(channelId);
      state.channels.delete(channelId);
      writeAuditLog(state, guild, {
        deed,
        action: AuditLogEvent.ChannelDelete,
        targetId: channelId,
        changes: changesBetween(channel.payload, {}, AUDITED_FIELDS),
      });
      return channel;
    },
  };
}

function defaultsOf(type: ChannelType): Omit<ChannelPayload, 'id'> {
  const common = { type, flags: 0, parent_id: null, permission_overwrites: [] };
  const text = {
    ...common,
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: null,
  };
  if (type === ChannelType.GuildCategory) return common;
  if (type === ChannelType.GuildVoice || type === ChannelType.GuildStageVoice) {
    const { topic: _, ...voice } = text;
    return { ...voice, bitrate: 64_000, user_limit: 0, rtc_region: null };
  }
  if (type === ChannelType.GuildForum || type === ChannelType.GuildMedia) {
    return {
      ...text,
      available_tags: [],
      default_reaction_emoji: null,
      default_sort_order: null,
      default_forum_layout: 0,
    };
  }
  return text;
}
