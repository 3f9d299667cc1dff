import type {
  APIAuditLogEntry,
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

import type { MessageStore } from './message-store.ts';

/*
 * The state of the sandbox. The maps change; the payloads in them never do: every change puts a new object
 * in the old one's place. So a payload may be handed out, emitted and kept without a copy.
 */

export interface ApplicationState {
  readonly id: string;
  readonly name: string;
  readonly botUserId: string;
  /** Among others the privileged intents that are enabled for it (GatewayMessageContent, …Limited, …). */
  readonly flags: ApplicationFlags;
}

/** Who a token belongs to. */
export type Actor =
  | { readonly kind: 'bot'; readonly userId: string; readonly application: ApplicationState }
  | { readonly kind: 'user'; readonly userId: string };

export interface UserState {
  readonly id: string;
  user: APIUser;
  readonly token: string;
  /** Whether strangers and bots may open a conversation: sending to closed ones is refused with 50007. */
  dmsOpen: boolean;
  readonly application: ApplicationState | null;
}

/**
 * A channel, thread or DM as the API shows it, flat: which fields are there depends on `type`.
 * (The union of discord-api-types can't be read without narrowing it at every turn.)
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
  /** Of a thread: who began it. */
  readonly owner_id?: string;
  readonly thread_metadata?: APIThreadMetadata;
  readonly message_count?: number;
  readonly total_message_sent?: number;
  readonly member_count?: number;
  readonly applied_tags?: readonly string[];
  /** Of a thread: the membership of whom it is shown to. */
  readonly member?: APIThreadMember;
  /** Of a DM: the one the channel's owner talks to; see `ChannelState.recipientIds` for both. */
  readonly recipients?: readonly APIUser[];
}

export interface ChannelState {
  readonly id: string;
  /** null: a DM. */
  readonly guildId: string | null;
  payload: ChannelPayload;
  /** From the payload, as are the next two, so that a channel can be asked about permissions as it stands. */
  readonly type: ChannelType;
  readonly parent_id: string | null;
  readonly permission_overwrites: readonly APIOverwrite[];
  readonly messages: MessageStore;
  /** By message id, when it was pinned (ISO 8601). Oldest pin first. */
  readonly pins: Map<string, string>;
  /** By user id. Empty for everything but threads. */
  readonly threadMembers: Map<string, APIThreadMember>;
  /** Both people of a DM; empty for a guild's channels. */
  readonly recipientIds: readonly string[];
}

/** An incoming webhook: it has a channel and a token. */
export type IncomingWebhook = APIWebhook & {
  readonly channel_id: string;
  readonly guild_id: string;
  readonly token: string;
  readonly name: string;
};

/** A guild without what is kept in maps beside it. */
export type GuildPayload = Omit<APIGuild, 'roles' | 'emojis' | 'stickers'>;

export interface GuildState {
  readonly id: string;
  payload: GuildPayload;
  /** From the payload. */
  readonly owner_id: string;
  /** @everyone has the guild's own id. */
  readonly roles: Map<string, APIRole>;
  readonly members: Map<string, APIGuildMember>;
  /** Channels and threads. */
  readonly channels: Map<string, ChannelState>;
  readonly bans: Map<string, APIBan>;
  readonly webhooks: Map<string, IncomingWebhook>;
  readonly emojis: Map<string, APIEmoji>;
  readonly stickers: Map<string, APISticker>;
  /** Oldest first. */
  readonly auditLog: APIAuditLogEntry[];
}

/** Whose doing something is, and the X-Audit-Log-Reason given for it. */
export interface Deed {
  readonly byUserId: string;
  readonly reason: string | null;
}

/** One emoji under a message. */
export interface ReactionState {
  readonly emoji: APIPartialEmoji;
  readonly userIds: Set<string>;
}

/** A message that only one person sees: the private answer to an interaction. */
export interface EphemeralMessage {
  message: APIMessage;
  readonly userId: string;
}

/** A file that was posted, as the sandbox's CDN serves it. */
export interface StoredFile {
  readonly contentType: string;
  readonly data: Buffer;
}
