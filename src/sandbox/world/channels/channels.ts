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

import { apiError } from '../../errors.ts';
import { changesBetween, writeAuditLog } from '../guilds/audit-log.ts';
import { createChannelState, isThread } from './channel-state.ts';
import { findChannel, findGuild, type WorldState } from '../state.ts';
import { removeThread } from './thread-changes.ts';
import type { ChannelPayload, ChannelState, AuditContext, GuildState } from '../types.ts';

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
  /** Creates a guild channel other than a thread. Absent fields get Discord's defaults. */
  create(guildId: string, channel: NewChannel, auditContext: AuditContext): ChannelState;
  update(channelId: string, patch: ChannelPatch, auditContext: AuditContext): ChannelState;
  setOverwrite(channelId: string, overwrite: APIOverwrite, auditContext: AuditContext): void;
  deleteOverwrite(channelId: string, overwriteId: string, auditContext: AuditContext): void;
  /** Also deletes its threads; the channels of a deleted category stay, without a parent. */
  delete(channelId: string, auditContext: AuditContext): ChannelState;
}

function announce(
  state: WorldState,
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

function inGuild(
  state: WorldState,
  channelId: string,
): { guild: GuildState; channel: ChannelState } {
  const channel = findChannel(state, channelId);
  if (channel.guildId === null) throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnDMChannel);
  return { guild: findGuild(state, channel.guildId), channel };
}

function auditOverwrite(
  state: WorldState,
  { guild, channel }: { guild: GuildState; channel: ChannelState },
  { overwrite, action }: { overwrite: APIOverwrite; action: AuditLogEvent },
  auditContext: AuditContext,
): void {
  const role = guild.roles.get(overwrite.id);
  writeAuditLog(state, guild, {
    auditContext,
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

export function createChannels(state: WorldState): Channels {
  return {
    create(guildId, channel, auditContext) {
      const guild = findGuild(state, guildId);
      const ordinary = [...guild.channels.values()].filter((other) => !isThread(other));
      if (ordinary.length >= MAX_CHANNELS) {
        throw apiError(RESTJSONErrorCodes.MaximumNumberOfGuildChannelsReached);
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
      announce(state, GatewayDispatchEvents.ChannelCreate, created);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.ChannelCreate,
        targetId: created.id,
        changes: changesBetween({}, payload, AUDITED_FIELDS),
      });
      return created;
    },

    update(channelId, patch, auditContext) {
      const { guild, channel } = inGuild(state, channelId);
      const before = channel.payload;
      const after = { ...before, ...patch };
      const changes = changesBetween(before, after, AUDITED_FIELDS);
      channel.payload = after;
      announce(state, GatewayDispatchEvents.ChannelUpdate, channel);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.ChannelUpdate,
        targetId: channelId,
        changes,
      });
      return channel;
    },

    setOverwrite(channelId, overwrite, auditContext) {
      const { guild, channel } = inGuild(state, channelId);
      const others = channel.permission_overwrites.filter(({ id }) => id !== overwrite.id);
      const isNew = others.length === channel.permission_overwrites.length;
      channel.payload = {
        ...channel.payload,
        permission_overwrites: [...others, overwrite],
      };
      announce(state, GatewayDispatchEvents.ChannelUpdate, channel);
      const action = isNew
        ? AuditLogEvent.ChannelOverwriteCreate
        : AuditLogEvent.ChannelOverwriteUpdate;
      auditOverwrite(state, { guild, channel }, { overwrite, action }, auditContext);
    },

    deleteOverwrite(channelId, overwriteId, auditContext) {
      const { guild, channel } = inGuild(state, channelId);
      const overwrite = channel.permission_overwrites.find(({ id }) => id === overwriteId);
      if (overwrite === undefined) throw apiError(RESTJSONErrorCodes.UnknownPermissionOverwrite);
      channel.payload = {
        ...channel.payload,
        permission_overwrites: channel.permission_overwrites.filter(({ id }) => id !== overwriteId),
      };
      announce(state, GatewayDispatchEvents.ChannelUpdate, channel);
      const action = AuditLogEvent.ChannelOverwriteDelete;
      auditOverwrite(state, { guild, channel }, { overwrite, action }, auditContext);
    },

    delete(channelId, auditContext) {
      const { guild, channel } = inGuild(state, channelId);
      for (const child of guild.channels.values()) {
        if (child.parent_id !== channelId) continue;
        if (isThread(child)) removeThread(state, guild, child);
        else {
          child.payload = { ...child.payload, parent_id: null };
          announce(state, GatewayDispatchEvents.ChannelUpdate, child);
        }
      }
      announce(state, GatewayDispatchEvents.ChannelDelete, channel);
      guild.channels.delete(channelId);
      state.channels.delete(channelId);
      writeAuditLog(state, guild, {
        auditContext,
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
