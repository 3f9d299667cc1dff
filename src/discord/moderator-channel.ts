import { ChannelType, type Guild, type GuildTextBasedChannel } from 'discord.js';
import type { Policy } from '../moderation/policy.ts';
import { botRoleName } from './facts.ts';
import { holds, permissionName, type NeededPermission } from './permissions.ts';
import { refusals, type Refusal } from './texts.ts';

/** Where a guild's moderators are told things, or why they can't be. */
export type ModeratorChannel =
  | { readonly kind: 'found'; readonly channel: GuildTextBasedChannel }
  | { readonly kind: 'unusable'; readonly refusal: Refusal };

/**
 * The channel the guild has set, else the one that `MODERATOR_CHANNEL` names by its id or its name. One that was
 * set and can't be used is not replaced: what alerts say is not for any other channel.
 */
export function moderatorChannelOf(
  guild: Guild,
  { moderatorChannelId }: Pick<Policy, 'moderatorChannelId'>,
  fallback: string,
): ModeratorChannel {
  const channels = guild.channels.cache;
  const wanted = fallback.replace(/^#/, '');
  const channel =
    moderatorChannelId === null
      ? (channels.get(wanted) ??
        channels.find(({ name, type }) => name === wanted && type === ChannelType.GuildText))
      : channels.get(moderatorChannelId);
  const { me } = guild.members;
  const permissions = me === null ? null : (channel?.permissionsFor(me).bitfield ?? 0n);
  const isSeen = permissions === null || holds(permissions, 'ViewChannel');
  if (channel === undefined || !isSeen) {
    const refusal =
      moderatorChannelId === null
        ? refusals.noModeratorChannel(wanted)
        : refusals.chosenChannelGone(botRoleName(guild));
    return { kind: 'unusable', refusal };
  }
  if (!channel.isTextBased()) {
    return { kind: 'unusable', refusal: refusals.notForText(channel.name) };
  }
  if (permissions === null) return { kind: 'found', channel };
  const needed: NeededPermission[] = [
    channel.isThread() ? 'SendMessagesInThreads' : 'SendMessages',
    'EmbedLinks',
  ];
  const missing = needed.find((permission) => !holds(permissions, permission));
  if (missing === undefined) return { kind: 'found', channel };
  const name = permissionName(missing);
  const refusal = refusals.missingPermission(name, botRoleName(guild), channel.name);
  return { kind: 'unusable', refusal };
}
