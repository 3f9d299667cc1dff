import {
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIBaseInteraction,
  type APIInteraction,
  type InteractionType,
} from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import { isThread } from './channel-state.ts';
import { canView } from './guild-create.ts';
import { permissionsIn } from './permissions.ts';
import { findChannel, findGuild, findMember, findUser, type WorldState } from './state.ts';
import type { ApplicationState, ChannelState, GuildState } from './types.ts';

/** Discord's limit for everyone. */
const ATTACHMENT_SIZE_LIMIT_BYTES = 10 * 1024 * 1024;

/** What an app may do in a direct conversation (receiving-and-responding, interaction structure). */
const DM_APP_PERMISSIONS =
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.UseExternalEmojis;

/** Where a person is when they use a command, and what they may do there. */
export interface Place {
  readonly userId: string;
  readonly channel: ChannelState;
  /** null: a direct conversation. */
  readonly guild: GuildState | null;
  readonly permissions: bigint;
}

/** Refuses with 50001 who can't see the channel. */
export function placeOf(state: WorldState, channelId: string, userId: string): Place {
  const channel = findChannel(state, channelId);
  if (!canView(state, channel, userId)) throw refusal(RESTJSONErrorCodes.MissingAccess);
  if (channel.guildId === null) return { userId, channel, guild: null, permissions: 0n };
  const guild = findGuild(state, channel.guildId);
  return { userId, channel, guild, permissions: permissionsOf(state, channel, userId) };
}

/** What a member may do in a guild's channel. */
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

/** What every interaction tells about who and where. */
export function payloadBase(
  state: WorldState,
  { userId, channel, guild, permissions }: Place,
  application: ApplicationState,
): PayloadBase {
  const { user } = findUser(state, userId);
  const common = {
    channel: partialChannel(channel, permissions),
    channel_id: channel.id,
    locale: Locale.EnglishUS,
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

/** The fields that Discord shows of a channel in interactions. */
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
