import {
  ApplicationIntegrationType,
  InteractionContextType,
  type Locale,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIBaseInteraction,
  type APIInteraction,
  type InteractionType,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { isThread } from '../channels/channel-state.ts';
import { canView } from '../guilds/guild-create.ts';
import { permissionsIn } from '../guilds/permissions.ts';
import { findChannel, findGuild, findMember, findUser, type WorldState } from '../state.ts';
import type { ApplicationState, ChannelState, GuildState } from '../types.ts';

/** Discord's limit without Nitro. */
const ATTACHMENT_SIZE_LIMIT_BYTES = 10 * 1024 * 1024;

/** The permissions of an app in a DM (receiving-and-responding, interaction structure). */
const DM_APP_PERMISSIONS =
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.UseExternalEmojis;

/** The user who starts an interaction, and the channel. */
export interface Invoker {
  readonly userId: string;
  readonly channelId: string;
  readonly locale: Locale;
}

/** The channel where a user starts an interaction, with their permissions there. */
export interface InteractionContext {
  readonly userId: string;
  readonly locale: Locale;
  readonly channel: ChannelState;
  /** null in a DM. */
  readonly guild: GuildState | null;
  readonly permissions: bigint;
}

/** Throws 50001 when the user can't view the channel. */
export function contextOf(
  state: WorldState,
  { channelId, userId, locale }: Invoker,
): InteractionContext {
  const channel = findChannel(state, channelId);
  if (!canView(state, channel, userId)) throw apiError(RESTJSONErrorCodes.MissingAccess);
  if (channel.guildId === null) {
    return { userId, locale, channel, guild: null, permissions: 0n };
  }
  const guild = findGuild(state, channel.guildId);
  return { userId, locale, channel, guild, permissions: permissionsOf(state, channel, userId) };
}

export function permissionsOf(state: WorldState, channel: ChannelState, userId: string): bigint {
  const guild = findGuild(state, channel.guildId ?? '');
  const member = guild.members.get(userId);
  if (member === undefined) return 0n;
  return permissionsIn({ guild, member, channel, nowMs: state.clock.now() });
}

export type PayloadBase = Pick<
  APIBaseInteraction<InteractionType, unknown>,
  | 'guild'
  | 'guild_id'
  | 'channel'
  | 'channel_id'
  | 'member'
  | 'user'
  | 'app_permissions'
  | 'locale'
  | 'guild_locale'
  | 'entitlements'
  | 'authorizing_integration_owners'
  | 'context'
  | 'attachment_size_limit'
>;

/** The fields of every interaction that describe its user and channel. */
export function payloadBase(
  state: WorldState,
  { userId, locale, channel, guild, permissions }: InteractionContext,
  application: ApplicationState,
): PayloadBase {
  const { user } = findUser(state, userId);
  const common = {
    channel: partialChannel(channel, permissions),
    channel_id: channel.id,
    locale,
    entitlements: [],
    attachment_size_limit: ATTACHMENT_SIZE_LIMIT_BYTES,
  };
  if (guild === null) {
    return {
      ...common,
      user,
      app_permissions: DM_APP_PERMISSIONS.toString(),
      authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: '0' },
      context: InteractionContextType.BotDM,
    };
  }
  return {
    ...common,
    guild_id: guild.id,
    guild: {
      id: guild.id,
      features: guild.payload.features,
      locale: guild.payload.preferred_locale,
    },
    guild_locale: guild.payload.preferred_locale,
    member: { ...findMember(guild, userId), permissions: permissions.toString() },
    app_permissions: permissionsOf(state, channel, application.botUserId).toString(),
    authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: guild.id },
    context: InteractionContextType.Guild,
  };
}

export function partialChannel(
  channel: ChannelState,
  permissions: bigint,
): NonNullable<APIInteraction['channel']> {
  const { id, payload, type, guildId, parent_id } = channel;
  const partial = {
    id,
    type,
    name: payload.name ?? null,
    permissions: permissions.toString(),
    flags: payload.flags ?? 0,
    last_message_id: payload.last_message_id ?? null,
    ...(guildId === null ? {} : { guild_id: guildId, parent_id }),
    ...(payload.nsfw === undefined ? {} : { nsfw: payload.nsfw }),
    ...(payload.topic === undefined ? {} : { topic: payload.topic }),
    ...(payload.position === undefined ? {} : { position: payload.position }),
    ...(payload.rate_limit_per_user === undefined
      ? {}
      : { rate_limit_per_user: payload.rate_limit_per_user }),
    ...(isThread(channel) ? { thread_metadata: payload.thread_metadata } : {}),
  };
  // A flat payload; see ChannelPayload.
  return partial as unknown as NonNullable<APIInteraction['channel']>;
}
