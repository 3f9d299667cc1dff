import { PermissionFlagsBits, type Guild } from 'discord.js';
import { message, type Message } from '../locales/message.ts';
import type { AuthorRank } from '../domain/snapshot.ts';

/** Members with any of these permissions are moderators and are never punished automatically. */
const MODERATOR_PERMISSIONS =
  PermissionFlagsBits.Administrator |
  PermissionFlagsBits.ManageGuild |
  PermissionFlagsBits.ManageChannels |
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.ManageMessages |
  PermissionFlagsBits.KickMembers |
  PermissionFlagsBits.BanMembers |
  PermissionFlagsBits.ModerateMembers;

export function hasModeratorPermission(permissions: bigint): boolean {
  return (permissions & MODERATOR_PERMISSIONS) !== 0n;
}

/** The permissions the bot uses, in the order Discord's settings show them. */
export const REQUIRED_PERMISSIONS = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'EmbedLinks',
  'ReadMessageHistory',
  'ManageMessages',
  'ManageThreads',
  'ManageRoles',
  'ManageNicknames',
  'ModerateMembers',
  'KickMembers',
  'BanMembers',
] as const satisfies readonly (keyof typeof PermissionFlagsBits)[];
export type RequiredPermission = (typeof REQUIRED_PERMISSIONS)[number];
/**
 * Permissions with a name in the catalogue. The bot doesn't ask for “Manage Server”, but with it can ban in bulk and pause
 * invites.
 */
export type NamedPermission =
  | RequiredPermission
  | 'ManageGuild'
  | 'ManageChannels'
  | 'CreatePublicThreads';

/**
 * The permissions in the invitation. “Manage Channels” only lets the set-up create the moderator channel, “Create Public
 * Threads” is for members’ messages to the moderators.
 */
export const INVITED_PERMISSION_BITS = REQUIRED_PERMISSIONS.reduce(
  (bits, name) => bits | PermissionFlagsBits[name],
  PermissionFlagsBits.ManageChannels | PermissionFlagsBits.CreatePublicThreads,
);

/** The name that Discord's settings show. */
export function permissionName(permission: NamedPermission): Message {
  return message(`permissions:name.${permission}`);
}

/** An administrator has all permissions. */
export function hasPermission(permissions: bigint, permission: NamedPermission): boolean {
  const bits = PermissionFlagsBits[permission];
  return (permissions & PermissionFlagsBits.Administrator) !== 0n || (permissions & bits) === bits;
}

/** The rank of a member with these roles. Runs for every message, so it allocates nothing. */
export function authorRankOf(guild: Guild, userId: string, roleIds: readonly string[]): AuthorRank {
  if (userId === guild.ownerId) return 'owner';
  const roles = guild.roles.cache;
  // @everyone has the guild's id and is not in a member's list of roles.
  const everyone = roles.get(guild.id)?.permissions.bitfield ?? 0n;
  if (hasModeratorPermission(everyone)) return 'moderator';
  for (const id of roleIds) {
    const role = roles.get(id);
    if (role !== undefined && hasModeratorPermission(role.permissions.bitfield)) return 'moderator';
  }
  return 'member';
}

/** The part of a role that the role hierarchy depends on. */
export interface RoleRef {
  readonly id: string;
  readonly name: string;
  readonly position: number;
}

/** Whether a role is above another. Of two at the same position, the older one is higher. */
export function outranks(role: RoleRef, other: RoleRef): boolean {
  if (role.position !== other.position) return role.position > other.position;
  return BigInt(role.id) < BigInt(other.id);
}
