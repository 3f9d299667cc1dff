import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  roleMention,
  userMention,
  type Guild,
  type GuildTextBasedChannel,
} from 'discord.js';
import type { Refusal } from '../../domain/effects.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { botRoleName, ownPermissionsIn } from '../../access/action-context.ts';
import {
  hasModeratorPermission,
  hasPermission,
  permissionName,
  type RequiredPermission,
} from '../../access/permissions.ts';
import { refusal } from '../../acting/actions/refusals.ts';

/** The command that sets the moderator channel. */
const SET_CHANNEL = 'moderation channel';

/** The channel for a guild's moderators, or why there is none. */
export type ModeratorChannel =
  | { readonly kind: 'found'; readonly channel: GuildTextBasedChannel }
  | { readonly kind: 'unusable'; readonly refusal: Refusal };

/**
 * The channel the guild has set, or the one that `MODERATOR_CHANNEL` names by id or name. If the guild's own channel is
 * unusable, there is no fallback: alerts must not leak into another channel.
 */
export function moderatorChannelOf(
  guild: Guild,
  { moderatorChannelId }: Pick<Policy, 'moderatorChannelId'>,
  fallback: string,
): ModeratorChannel {
  const channels = guild.channels.cache;
  const fallbackName = fallback.replace(/^#/, '');
  const channel =
    moderatorChannelId === null
      ? (channels.get(fallbackName) ??
        channels.find(({ name, type }) => name === fallbackName && type === ChannelType.GuildText))
      : channels.get(moderatorChannelId);
  const permissions = channel === undefined ? null : ownPermissionsIn(channel);
  if (channel === undefined || permissions === null || !hasPermission(permissions, 'ViewChannel')) {
    return moderatorChannelId === null
      ? unusable('noModeratorChannel', { channel: fallbackName, command: SET_CHANNEL })
      : unusable('moderatorChannelGone', {
          permission: permissionName('ViewChannel'),
          botRole: botRoleName(guild),
          command: SET_CHANNEL,
        });
  }
  if (!channel.isTextBased()) {
    return unusable('noMessagesInChannel', { channel: channel.name, command: SET_CHANNEL });
  }
  const needed: RequiredPermission[] = [
    channel.isThread() ? 'SendMessagesInThreads' : 'SendMessages',
    'EmbedLinks',
    // After a restart, the bot searches for an alert before it posts it again.
    'ReadMessageHistory',
  ];
  const missing = needed.find((permission) => !hasPermission(permissions, permission));
  if (missing === undefined) return { kind: 'found', channel };
  return unusable('missingChannelPermission', {
    permission: permissionName(missing),
    botRole: botRoleName(guild),
    channel: channel.name,
  });
}

function unusable(...reason: Parameters<typeof refusal>): ModeratorChannel {
  return { kind: 'unusable', refusal: refusal(...reason) };
}

/** Why the bot can't post alerts in a channel; null if it can. */
export function channelProblem(guild: Guild, channelId: string): Refusal | null {
  const result = moderatorChannelOf(guild, { moderatorChannelId: channelId }, '');
  return result.kind === 'found' ? null : result.refusal;
}

/** Roles and members that read a channel without being moderators. */
export type Audience =
  | { readonly kind: 'everyone' }
  /** Mentions of roles and of single members; empty: only moderators can. */
  | { readonly kind: 'some'; readonly mentions: readonly string[] };

export function audienceOf(channel: GuildTextBasedChannel): Audience {
  const { guild } = channel;
  const place = channel.isThread() ? channel.parent : channel;
  if (place === null) return { kind: 'some', mentions: [] };
  const { ViewChannel } = PermissionFlagsBits;
  if (place.permissionsFor(guild.roles.everyone).has(ViewChannel)) return { kind: 'everyone' };
  const roles = guild.roles.cache.filter(
    (role) =>
      role.id !== guild.id &&
      role.tags?.botId === undefined &&
      !hasModeratorPermission(role.permissions.bitfield) &&
      place.permissionsFor(role).has(ViewChannel),
  );
  const members = place.permissionOverwrites.cache.filter(
    ({ type, id, allow }) =>
      type === OverwriteType.Member &&
      allow.has(ViewChannel) &&
      id !== guild.ownerId &&
      id !== guild.client.user.id,
  );
  return {
    kind: 'some',
    mentions: [...[...roles.keys()].map(roleMention), ...[...members.keys()].map(userMention)],
  };
}
