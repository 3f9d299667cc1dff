import { PermissionFlagsBits, type Guild, type GuildMember } from 'discord.js';
import type { Action } from '../../moderation/effects.ts';
import { PERMISSION_FOR as PERMISSION_TO_DO } from '../beforehand.ts';
import { fetchMember, isStarter } from '../facts.ts';
import { holds, outranks, permissionName, type NeededPermission } from '../permissions.ts';
import { authority as texts } from '../texts-rulings.ts';

/*
 * What somebody may do through the bot: what Discord would let them do by hand, and no more.
 */

export type Act = 'delete' | 'timeout' | 'kick' | 'ban' | 'roles';

export type Authority =
  | { readonly kind: 'may' }
  /** `reason`: a sentence to whoever asked. */
  | { readonly kind: 'may not'; readonly reason: string };

export interface Intent {
  readonly guild: Guild;
  /** Who asks: as the interaction brought them, their roles are of this moment. */
  readonly by: GuildMember;
  readonly act: Act;
  /** Whom it falls on. */
  readonly targetId: string;
  /** Of a deletion: where the message stands, and which one it is. */
  readonly channelId?: string;
  readonly messageId?: string;
  /** The role that is given or taken. */
  readonly roleId?: string;
}

const MAY: Authority = { kind: 'may' };
const mayNot = (reason: string): Authority => ({ kind: 'may not', reason });

const PERMISSION_FOR: Record<Exclude<Act, 'delete'>, NeededPermission> = {
  timeout: 'ModerateMembers',
  kick: 'KickMembers',
  ban: 'BanMembers',
  roles: 'ManageRoles',
};

/** Whether a person may do something to a member or their message. Throws when Discord is away and must be asked. */
export async function authorityOver(intent: Intent): Promise<Authority> {
  const { guild, by, act, targetId } = intent;
  const isOwner = by.id === guild.ownerId;
  if (!isOwner && isSilenced(by)) return mayNot(texts.timedOut);
  if (act === 'delete') return overMessage(intent, isOwner);
  const permission = PERMISSION_FOR[act];
  if (!isOwner && !holds(by.permissions.bitfield, permission)) {
    return mayNot(texts.lacks(permissionName(permission)));
  }
  if (act === 'roles') return overRole(intent, isOwner);
  if (targetId === by.id) return mayNot(texts.self);
  if (targetId === guild.ownerId) return mayNot(texts.owner);
  // Whoever has left, or was banned, has no roles to stand above.
  const target = await fetchMember(guild, targetId);
  if (target === null) return MAY;
  if (act === 'timeout' && target.permissions.has(PermissionFlagsBits.Administrator)) {
    return mayNot(texts.administrator);
  }
  return isOwner || outranks(by.roles.highest, target.roles.highest) ? MAY : mayNot(texts.above);
}

/**
 * Whether a person may have the bot do something to members by itself. Discord wants the same of who writes the rules of
 * its AutoMod (documentation: Create Auto Moderation Rule).
 */
export function authorityToOrder(guild: Guild, by: GuildMember, kind: Action['kind']): Authority {
  const permission = PERMISSION_TO_DO[kind];
  if (by.id === guild.ownerId || permission === null) return MAY;
  return holds(by.permissions.bitfield, permission)
    ? MAY
    : mayNot(texts.lacks(permissionName(permission)));
}

/** Whether a person has a say in what members do: for what asks nothing of Discord, such as a note. */
export function authorityToModerate(guild: Guild, by: GuildMember): Authority {
  if (by.id === guild.ownerId) return MAY;
  if (isSilenced(by)) return mayNot(texts.timedOut);
  const moderating = ['ManageMessages', 'ModerateMembers', 'KickMembers', 'BanMembers'] as const;
  const { bitfield } = by.permissions;
  return moderating.some((permission) => holds(bitfield, permission))
    ? MAY
    : mayNot(texts.notModerating);
}

function overMessage(intent: Intent, isOwner: boolean): Authority {
  const { guild, by, targetId, channelId = '', messageId = '' } = intent;
  if (isOwner) return MAY;
  const channel = guild.channels.cache.get(channelId);
  // By the id, since only then the typings admit that the answer may be null.
  const permissions = channel?.permissionsFor(by.id)?.bitfield ?? null;
  if (channel === undefined || permissions === null) return mayNot(texts.channelUnknown);
  const { name } = (channel.isThread() ? channel.parent : null) ?? channel;
  const isPost = isStarter({ channelId, messageId });
  // One may take back what one wrote oneself; a whole post is another matter.
  const needed: NeededPermission[] =
    targetId === by.id && !isPost
      ? ['ViewChannel']
      : ['ViewChannel', isPost ? 'ManageThreads' : 'ManageMessages'];
  const missing = needed.find((permission) => !holds(permissions, permission));
  return missing === undefined ? MAY : mayNot(texts.lacksIn(permissionName(missing), name));
}

/** What counts is the role, not who has it: Discord lets one give a low role to the owner. */
function overRole({ guild, by, roleId }: Intent, isOwner: boolean): Authority {
  // Without a role it is asked whether they may hand out roles at all.
  if (roleId === undefined) return MAY;
  const role = guild.roles.cache.get(roleId);
  if (role === undefined) return mayNot(texts.roleUnknown);
  if (role.managed) return mayNot(texts.roleManaged(role.name));
  return isOwner || outranks(by.roles.highest, role) ? MAY : mayNot(texts.roleAbove(role.name));
}

/** Discord takes all permissions that matter here from members who are timed out, save from administrators. */
function isSilenced(by: GuildMember): boolean {
  return by.isCommunicationDisabled() && !by.permissions.has(PermissionFlagsBits.Administrator);
}
