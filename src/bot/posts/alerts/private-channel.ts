import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type Guild,
  type GuildMember,
  type OverwriteData,
  type Role,
} from 'discord.js';
import type { Refusal } from '../../domain/effects.ts';
import { isSnowflake } from '../../../shared/snowflake.ts';
import { botRoleName } from '../../access/action-context.ts';
import { hasModeratorPermission, hasPermission, permissionName } from '../../access/permissions.ts';
import { refusal } from '../../acting/actions/refusals.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { audienceOf, moderatorChannelOf } from './moderator-channel.ts';

/** The name of the channel where `MODERATOR_CHANNEL` is an id. */
const DEFAULT_NAME = 'mod-alerts';
/** Discord allows 100 overwrites for a channel. */
const MAX_ROLES = 90;

export type CreatedChannel =
  | { readonly kind: 'ready'; readonly channelId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * Creates a channel that only moderators and the bot can read. Throws when Discord does not answer. A channel of an earlier
 * attempt, whose answer was lost, is used again.
 */
export async function createModeratorChannel(
  guild: Guild,
  { name: wanted, by }: { readonly name: string; readonly by: GuildMember },
): Promise<CreatedChannel> {
  const name = isSnowflake(wanted) ? DEFAULT_NAME : wanted.replace(/^#/, '');
  const existing = moderatorChannelOf(guild, { moderatorChannelId: null }, name);
  if (existing.kind === 'found' && isForModerators(existing.channel)) {
    return { kind: 'ready', channelId: existing.channel.id };
  }
  if (by.id !== guild.ownerId && !hasPermission(by.permissions.bitfield, 'ManageChannels')) {
    return refused('createChannelYourself', { permission: permissionName('ManageChannels') });
  }
  const me = guild.members.me;
  if (me === null || !hasPermission(me.permissions.bitfield, 'ManageChannels')) {
    return refused('cannotCreateChannel', {
      permission: permissionName('ManageChannels'),
      botRole: botRoleName(guild),
    });
  }
  try {
    const { id: channelId } = await guild.channels.create({
      name,
      type: ChannelType.GuildText,
      permissionOverwrites: overwritesFor(guild, me, by),
    });
    return { kind: 'ready', channelId };
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'unavailable') throw error;
    return refused('channelNotCreated', { answer: failure.answer });
  }
}

function isForModerators(channel: Parameters<typeof audienceOf>[0]): boolean {
  const audience = audienceOf(channel);
  return audience.kind === 'some' && audience.mentions.length === 0;
}

/** Admits the bot, roles with moderator permissions, and the member who asked for the channel. */
function overwritesFor(guild: Guild, me: GuildMember, by: GuildMember): OverwriteData[] {
  const { ViewChannel, SendMessages, EmbedLinks, ReadMessageHistory } = PermissionFlagsBits;
  const roles = [...guild.roles.cache.filter(isModeratorRole).values()].slice(0, MAX_ROLES);
  const isCovered = by.id === guild.ownerId || by.roles.cache.some(isModeratorRole);
  return [
    { id: guild.id, type: OverwriteType.Role, deny: [ViewChannel] },
    {
      id: me.id,
      type: OverwriteType.Member,
      allow: [ViewChannel, SendMessages, EmbedLinks, ReadMessageHistory],
    },
    ...roles.map(({ id }) => ({ id, type: OverwriteType.Role as const, allow: [ViewChannel] })),
    ...(isCovered
      ? []
      : [{ id: by.id, type: OverwriteType.Member as const, allow: [ViewChannel] }]),
  ];

  function isModeratorRole(role: Role): boolean {
    const { id, managed, permissions } = role;
    return id !== guild.id && !managed && hasModeratorPermission(permissions.bitfield);
  }
}

function refused(...reason: Parameters<typeof refusal>): CreatedChannel {
  return { kind: 'refused', refusal: refusal(...reason) };
}
