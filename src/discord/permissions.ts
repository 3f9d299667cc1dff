import { PermissionFlagsBits, type Guild } from 'discord.js';
import type { Standing } from '../moderation/snapshot.ts';

/** Whoever holds one of these has a say in the guild and is never punished automatically. */
const MODERATING =
  PermissionFlagsBits.Administrator |
  PermissionFlagsBits.ManageGuild |
  PermissionFlagsBits.ManageChannels |
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.ManageMessages |
  PermissionFlagsBits.KickMembers |
  PermissionFlagsBits.BanMembers |
  PermissionFlagsBits.ModerateMembers;

/** Whether a set of permissions gives a say in the guild. */
export function isModerating(permissions: bigint): boolean {
  return (permissions & MODERATING) !== 0n;
}

/** The permissions the bot needs, by the names Discord's settings show. */
const PERMISSION_NAMES = {
  ViewChannel: 'View Channels',
  SendMessages: 'Send Messages',
  SendMessagesInThreads: 'Send Messages in Threads',
  EmbedLinks: 'Embed Links',
  ReadMessageHistory: 'Read Message History',
  ManageMessages: 'Manage Messages',
  ManageThreads: 'Manage Threads',
  ManageRoles: 'Manage Roles',
  ModerateMembers: 'Timeout Members',
  KickMembers: 'Kick Members',
  BanMembers: 'Ban Members',
} as const satisfies Partial<Record<keyof typeof PermissionFlagsBits, string>>;
export type NeededPermission = keyof typeof PERMISSION_NAMES;

/** In the order Discord's settings show them. */
export const NEEDED = Object.keys(PERMISSION_NAMES) as NeededPermission[];

/** All of them, as one set of bits: what the bot asks for when it is added to a server. */
export const NEEDED_PERMISSIONS = NEEDED.reduce(
  (bits, name) => bits | PermissionFlagsBits[name],
  0n,
);

export function permissionName(permission: NeededPermission): string {
  return PERMISSION_NAMES[permission];
}

/** Whether a set of permissions includes one, as Discord reckons: an administrator has them all. */
export function holds(permissions: bigint, permission: NeededPermission): boolean {
  const wanted = PermissionFlagsBits[permission];
  return (
    (permissions & PermissionFlagsBits.Administrator) !== 0n || (permissions & wanted) === wanted
  );
}

/**
 * How someone with these roles stands in a guild. Runs for every message, so it goes over the cached roles as
 * they are and builds nothing.
 */
export function standingOf(guild: Guild, userId: string, roleIds: readonly string[]): Standing {
  if (userId === guild.ownerId) return 'owner';
  const roles = guild.roles.cache;
  // The role @everyone has the guild's own id and is on nobody's list.
  const everyone = roles.get(guild.id)?.permissions.bitfield ?? 0n;
  if (isModerating(everyone)) return 'moderator';
  for (const id of roleIds) {
    const role = roles.get(id);
    if (role !== undefined && isModerating(role.permissions.bitfield)) return 'moderator';
  }
  return 'member';
}

/** A role as the hierarchy sees it. */
export interface RoleFact {
  readonly id: string;
  readonly name: string;
  readonly position: number;
}

/** Whether one role stands above another. Of two at the same position the older one is the higher. */
export function outranks(role: RoleFact, other: RoleFact): boolean {
  if (role.position !== other.position) return role.position > other.position;
  return BigInt(role.id) < BigInt(other.id);
}
