import type {
  APIAuditLogEntry,
  APIAutoModerationRule,
  APIBan,
  APIEmoji,
  APIGuild,
  APIGuildForumTag,
  APIGuildMember,
  APIMessage,
  APIOverwrite,
  APIPartialEmoji,
  APIRole,
  APISticker,
  APIThreadMember,
  APIThreadMetadata,
  APIUser,
  APIWebhook,
  ApplicationFlags,
  ChannelType,
  ThreadAutoArchiveDuration,
} from 'discord-api-types/v10';

import type { MessageStore } from './messages/message-store.ts';

/*
 * The state of the sandbox. The maps are mutable, the payloads in them are not: every change replaces the object,
 * so a payload can be returned, emitted and stored without a copy.
 */

export interface ApplicationState {
  readonly id: string;
  readonly name: string;
  readonly botUserId: string;
  readonly ownerId: string;
  /** Includes the enabled privileged intents (GatewayMessageContent, …Limited, …). */
  readonly flags: ApplicationFlags;
}

/** The owner of a token. */
export type Actor =
  | { readonly kind: 'bot'; readonly userId: string; readonly application: ApplicationState }
  | { readonly kind: 'user'; readonly userId: string };

export interface UserState {
  readonly id: string;
  user: APIUser;
  token: string;
  /** False: sending them a DM fails with 50007. */
  dmsOpen: boolean;
  readonly application: ApplicationState | null;
}

/**
 * A channel, thread or DM as the API returns it. One flat type, whose fields depend on `type`: the union of
 * discord-api-types would need narrowing on every access.
 */
export interface ChannelPayload {
  readonly id: string;
  readonly type: ChannelType;
  readonly flags?: number;
  readonly guild_id?: string;
  readonly name?: string | null;
  readonly position?: number;
  readonly parent_id?: string | null;
  readonly topic?: string | null;
  readonly nsfw?: boolean;
  readonly rate_limit_per_user?: number;
  readonly permission_overwrites?: readonly APIOverwrite[];
  readonly last_message_id?: string | null;
  readonly last_pin_timestamp?: string | null;
  readonly default_auto_archive_duration?: ThreadAutoArchiveDuration;
  readonly default_thread_rate_limit_per_user?: number;
  readonly bitrate?: number;
  readonly user_limit?: number;
  readonly rtc_region?: string | null;
  readonly available_tags?: readonly APIGuildForumTag[];
  readonly default_reaction_emoji?: {
    readonly emoji_id: string | null;
    readonly emoji_name: string | null;
  } | null;
  readonly default_sort_order?: number | null;
  readonly default_forum_layout?: number;
  /** Threads only: the creator. */
  readonly owner_id?: string;
  readonly thread_metadata?: APIThreadMetadata;
  readonly message_count?: number;
  readonly total_message_sent?: number;
  readonly member_count?: number;
  readonly applied_tags?: readonly string[];
  /** Threads only: the viewer's own membership. */
  readonly member?: APIThreadMember;
  /** DMs only: the other participant; see `ChannelState.recipientIds` for both. */
  readonly recipients?: readonly APIUser[];
}

export interface ChannelState {
  readonly id: string;
  /** null for DMs. */
  readonly guildId: string | null;
  payload: ChannelPayload;
  /** This and the next two come from the payload, so that a channel can be passed to `permissionsIn`. */
  readonly type: ChannelType;
  readonly parent_id: string | null;
  readonly permission_overwrites: readonly APIOverwrite[];
  readonly messages: MessageStore;
  /** Message id to the time it was pinned (ISO 8601), oldest pin first. */
  readonly pins: Map<string, string>;
  /** By user id. Empty except for threads. */
  readonly threadMembers: Map<string, APIThreadMember>;
  /** Both participants of a DM; empty for guild channels. */
  readonly recipientIds: readonly string[];
}

/** An incoming webhook, which always has a channel and a token. */
export type IncomingWebhook = APIWebhook & {
  readonly channel_id: string;
  readonly guild_id: string;
  readonly token: string;
  readonly name: string;
};

export interface Invite {
  readonly code: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly inviterId: string;
  /** In seconds; 0: never expires. */
  readonly maxAge: number;
  readonly maxUses: number;
  readonly temporary: boolean;
  readonly createdAtMs: number;
}

/** A guild payload without the collections that `GuildState` stores in maps. */
export type GuildPayload = Omit<APIGuild, 'roles' | 'emojis' | 'stickers'>;

export interface GuildState {
  readonly id: string;
  payload: GuildPayload;
  readonly owner_id: string;
  /** @everyone has the guild's id. */
  readonly roles: Map<string, APIRole>;
  readonly members: Map<string, APIGuildMember>;
  readonly channels: Map<string, ChannelState>;
  readonly bans: Map<string, APIBan>;
  readonly webhooks: Map<string, IncomingWebhook>;
  /** Oldest first. */
  readonly autoModerationRules: Map<string, APIAutoModerationRule>;
  /** By code. */
  readonly invites: Map<string, Invite>;
  readonly emojis: Map<string, APIEmoji>;
  readonly stickers: Map<string, APISticker>;
  /** Oldest first. */
  readonly auditLog: APIAuditLogEntry[];
}

/** The user who performs an operation, and its X-Audit-Log-Reason. */
export interface AuditContext {
  readonly byUserId: string;
  readonly reason: string | null;
}

export interface ReactionState {
  readonly emoji: APIPartialEmoji;
  readonly userIds: Set<string>;
}

/** An ephemeral interaction response, which only one user can see. */
export interface EphemeralMessage {
  message: APIMessage;
  readonly userId: string;
}

/** An uploaded file, as the sandbox's CDN serves it. */
export interface StoredFile {
  readonly contentType: string;
  readonly data: Buffer;
}
