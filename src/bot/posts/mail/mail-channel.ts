import type { Guild } from 'discord.js';
import { botRoleName, ownPermissionsIn } from '../../access/action-context.ts';
import { hasPermission, permissionName, type NamedPermission } from '../../access/permissions.ts';
import { refusal } from '../../acting/actions/refusals.ts';
import type { Refusal } from '../../domain/effects.ts';
import { channelProblem } from '../alerts/moderator-channel.ts';

/** Besides what posts need. */
const FOR_THREADS = [
  'CreatePublicThreads',
  'SendMessagesInThreads',
] as const satisfies readonly NamedPermission[];

/** Why a channel cannot have the threads of members' conversations; null: it can. */
export function mailChannelProblem(guild: Guild, channelId: string): Refusal | null {
  const problem = channelProblem(guild, channelId);
  const channel = guild.channels.cache.get(channelId);
  if (problem !== null || channel === undefined) return problem;
  const permissions = ownPermissionsIn(channel) ?? 0n;
  const missing = FOR_THREADS.find((permission) => !hasPermission(permissions, permission));
  if (missing === undefined) return null;
  return refusal('missingChannelPermission', {
    permission: permissionName(missing),
    botRole: botRoleName(guild),
    channel: channel.name,
  });
}
