import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type Guild,
  type GuildChannel,
} from 'discord.js';
import { choiceFor } from '../domain/message-log.ts';
import type { MessageLogSettings } from '../domain/policy/policy.ts';
import { parentIdsOf } from './channels.ts';

/**
 * Whether the message log shows a channel. By default only if everybody who can read the log can read the channel, so that
 * private talk stays private. Null: the bot does not know one of the channels, such as an archived thread.
 */
export function isLogged(
  guild: Guild | undefined,
  settings: MessageLogSettings,
  channelId: string,
): boolean | null {
  const { channelId: logId } = settings;
  if (guild?.available !== true) return null;
  const channel = guild.channels.cache.get(channelId);
  const log = guild.channels.cache.get(logId ?? '');
  if (channel === undefined || log === undefined || log.isThread()) return null;
  const choice = choiceFor(settings, [channelId, ...parentIdsOf(guild, channelId)]);
  if (choice !== null) return choice === 'included';
  const { ViewChannel, ManageThreads } = PermissionFlagsBits;
  if (!channel.isThread()) return areReaders(log, channel, ViewChannel);
  const { parent } = channel;
  if (parent === null) return null;
  // Others see a private thread only if they are in it.
  const isPrivate = channel.type === ChannelType.PrivateThread;
  return areReaders(log, parent, isPrivate ? ViewChannel | ManageThreads : ViewChannel);
}

/** Whether all roles and members that can read the log have these permissions in another channel. */
function areReaders(log: GuildChannel, place: GuildChannel, needed: bigint): boolean {
  const { ViewChannel } = PermissionFlagsBits;
  const { guild } = log;
  const { roles, members } = guild;
  const mayRead = (readerId: string): boolean => {
    const reader = roles.cache.get(readerId) ?? members.cache.get(readerId);
    // A member who is not cached has at least what is granted to everyone, or to them by name.
    const permissions = place.permissionsFor(reader ?? roles.everyone);
    const overwrite = place.permissionOverwrites.cache.get(readerId);
    const own = reader === undefined ? (overwrite?.allow.bitfield ?? 0n) : 0n;
    return ((permissions.bitfield | own) & needed) === needed;
  };
  return (
    roles.cache.every(
      (role) =>
        role.tags?.botId !== undefined ||
        !log.permissionsFor(role).has(ViewChannel) ||
        mayRead(role.id),
    ) &&
    log.permissionOverwrites.cache.every(
      ({ type, id, allow }) =>
        type !== OverwriteType.Member ||
        !allow.has(ViewChannel) ||
        id === guild.ownerId ||
        id === guild.client.user.id ||
        mayRead(id),
    )
  );
}
