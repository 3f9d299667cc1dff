import {
  AuditLogEvent,
  GatewayDispatchEvents,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildMFALevel,
  GuildNSFWLevel,
  GuildPremiumTier,
  GuildSystemChannelFlags,
  GuildVerificationLevel,
  Locale,
  PermissionFlagsBits,
  StickerType,
  type APIEmoji,
  type APIIncidentsData,
  type APISticker,
} from 'discord-api-types/v10';

import { snowflakeAt } from '../../../shared/snowflake.ts';
import { apiGuild } from './api-guild.ts';
import { changesBetween, writeAuditLog } from './audit-log.ts';
import { newMember } from './members.ts';
import { newRole } from './roles.ts';
import { findGuild, findUser, type WorldState } from '../state.ts';
import type { AuditContext, GuildPayload, GuildState } from '../types.ts';

/** Discord's default @everyone permissions: send messages, react, create threads, read the history. */
export const DEFAULT_EVERYONE_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.CreatePrivateThreads |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.UseExternalStickers |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.SendPolls |
  PermissionFlagsBits.SendVoiceMessages |
  PermissionFlagsBits.ChangeNickname |
  PermissionFlagsBits.CreateInstantInvite |
  PermissionFlagsBits.UseApplicationCommands |
  PermissionFlagsBits.Connect |
  PermissionFlagsBits.Speak |
  PermissionFlagsBits.Stream |
  PermissionFlagsBits.UseVAD;

export interface NewGuild {
  readonly name: string;
  readonly ownerId: string;
  /** Creation time, which determines the shard (milliseconds since the Unix epoch). Must differ between guilds. Default: now. */
  readonly createdAt?: number;
}

export type GuildPatch = Partial<
  Pick<
    GuildPayload,
    'name' | 'description' | 'verification_level' | 'preferred_locale' | 'system_channel_id'
  >
>;

export interface Guilds {
  /** Creates a guild with only @everyone and its owner. Emits nothing, because nobody else is in it yet. */
  create(guild: NewGuild): GuildState;
  update(guildId: string, patch: GuildPatch, auditContext: AuditContext): GuildState;
  /**
   * Pauses or resumes invites and direct messages; leaves alone what `actions` does not mention. Discord documents no audit log
   * entry.
   */
  setIncidentActions(
    guildId: string,
    actions: Partial<Pick<APIIncidentsData, 'invites_disabled_until' | 'dms_disabled_until'>>,
  ): APIIncidentsData;
  addSticker(guildId: string, sticker: Pick<APISticker, 'name' | 'format_type'>): APISticker;
  addEmoji(guildId: string, name: string): APIEmoji;
}

export function createGuilds(state: WorldState): Guilds {
  function announceUpdate(guild: GuildState): void {
    state.emit({
      type: GatewayDispatchEvents.GuildUpdate,
      data: apiGuild(guild),
      guildId: guild.id,
      channelId: null,
      userIds: null,
    });
  }

  return {
    create({ name, ownerId, createdAt }) {
      const owner = findUser(state, ownerId);
      const id = createdAt === undefined ? state.newId() : snowflakeAt(createdAt);
      const guild = emptyGuild(defaultPayload({ id, name, ownerId }));
      guild.roles.set(
        id,
        newRole(id, { name: '@everyone', permissions: DEFAULT_EVERYONE_PERMISSIONS, position: 0 }),
      );
      guild.members.set(ownerId, newMember(state, owner.user));
      state.guilds.set(id, guild);
      return guild;
    },

    update(guildId, patch, auditContext) {
      const guild = findGuild(state, guildId);
      const before = guild.payload;
      guild.payload = { ...before, ...patch };
      const changes = changesBetween(before, guild.payload, Object.keys(patch));
      if (changes.length === 0) return guild;
      announceUpdate(guild);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.GuildUpdate,
        targetId: guildId,
        changes,
      });
      return guild;
    },

    setIncidentActions(guildId, actions) {
      const guild = findGuild(state, guildId);
      const none = { invites_disabled_until: null, dms_disabled_until: null };
      const incidents = { ...none, ...guild.payload.incidents_data, ...actions };
      guild.payload = { ...guild.payload, incidents_data: incidents };
      announceUpdate(guild);
      return incidents;
    },

    addSticker(guildId, sticker) {
      const added: APISticker = {
        id: state.newId(),
        ...sticker,
        description: null,
        tags: sticker.name,
        type: StickerType.Guild,
        available: true,
        guild_id: guildId,
      };
      findGuild(state, guildId).stickers.set(added.id, added);
      return added;
    },

    addEmoji(guildId, name) {
      const id = state.newId();
      const added: APIEmoji & { id: string } = { id, name, roles: [], animated: false };
      findGuild(state, guildId).emojis.set(id, added);
      return added;
    },
  };
}

function emptyGuild(payload: GuildPayload): GuildState {
  return {
    id: payload.id,
    payload,
    get owner_id() {
      return this.payload.owner_id;
    },
    roles: new Map(),
    members: new Map(),
    channels: new Map(),
    bans: new Map(),
    webhooks: new Map(),
    autoModerationRules: new Map(),
    invites: new Map(),
    emojis: new Map(),
    stickers: new Map(),
    auditLog: [],
  };
}

function defaultPayload(guild: { id: string; name: string; ownerId: string }): GuildPayload {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    owner_id: guild.ownerId,
    region: 'deprecated',
    afk_channel_id: null,
    afk_timeout: 300,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: GuildVerificationLevel.None,
    default_message_notifications: GuildDefaultMessageNotifications.OnlyMentions,
    explicit_content_filter: GuildExplicitContentFilter.Disabled,
    features: [],
    mfa_level: GuildMFALevel.None,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: GuildSystemChannelFlags.SuppressJoinNotifications,
    rules_channel_id: null,
    max_presences: null,
    max_members: 500_000,
    vanity_url_code: null,
    description: null,
    banner: null,
    premium_tier: GuildPremiumTier.None,
    premium_subscription_count: 0,
    preferred_locale: Locale.EnglishUS,
    public_updates_channel_id: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    nsfw_level: GuildNSFWLevel.Default,
    premium_progress_bar_enabled: false,
    hub_type: null,
    safety_alerts_channel_id: null,
    incidents_data: null,
  };
}
