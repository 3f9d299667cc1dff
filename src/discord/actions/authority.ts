import { PermissionFlagsBits, type Guild, type GuildMember } from 'discord.js';
import type { EnglishCatalogue } from '../../locales/english.ts';
import { message, type Message } from '../../locales/message.ts';
import type { Action } from '../../moderation/effects.ts';
import { PERMISSION_FOR as PERMISSION_FOR_ACTION } from './preflight.ts';
import { fetchMember, isForumPostStarter } from './action-context.ts';
import { hasPermission, outranks, permissionName, type RequiredPermission } from './permissions.ts';

/* Moderators can do through the bot what Discord lets them do by hand, and nothing else. */

export type Act = 'delete' | 'timeout' | 'kick' | 'ban' | 'roles';

export type PermissionResult =
  | { readonly kind: 'allowed' }
  /** `reason` addresses the moderator. */
  | { readonly kind: 'denied'; readonly reason: Message };

export interface PermissionRequest {
  readonly guild: Guild;
  /** From the interaction, so the roles are current. */
  readonly by: GuildMember;
  readonly act: Act;
  readonly targetId: string;
  /** For a deletion: the message and its channel. */
  readonly channelId?: string;
  readonly messageId?: string;
  /** The role to give or remove. */
  readonly roleId?: string;
}

const ALLOWED: PermissionResult = { kind: 'allowed' };

function denied(
  reason: keyof EnglishCatalogue['permissions']['denied'],
  values?: Message['values'],
): PermissionResult {
  return { kind: 'denied', reason: message(`permissions:denied.${reason}`, values) };
}

function missing(permission: RequiredPermission): PermissionResult {
  return denied('missing', { permission: permissionName(permission) });
}

const PERMISSION_FOR: Record<Exclude<Act, 'delete'>, RequiredPermission> = {
  timeout: 'ModerateMembers',
  kick: 'KickMembers',
  ban: 'BanMembers',
  roles: 'ManageRoles',
};

/** Whether a moderator can act on a member or a message. Throws if it needs a request to Discord and that fails. */
export async function canAct(request: PermissionRequest): Promise<PermissionResult> {
  const { guild, by, act, targetId } = request;
  const isOwner = by.id === guild.ownerId;
  if (!isOwner && isTimedOut(by)) return denied('timedOut');
  if (act === 'delete') return canDelete(request, isOwner);
  const permission = PERMISSION_FOR[act];
  if (!isOwner && !hasPermission(by.permissions.bitfield, permission)) return missing(permission);
  if (act === 'roles') return canChangeRole(request, isOwner);
  if (targetId === by.id) return denied('self');
  if (targetId === guild.ownerId) return denied('owner');
  // Users outside the server have no roles to compare.
  const target = await fetchMember(guild, targetId);
  if (target === null) return ALLOWED;
  if (act === 'timeout' && target.permissions.has(PermissionFlagsBits.Administrator)) {
    return denied('administrator');
  }
  return isOwner || outranks(by.roles.highest, target.roles.highest) ? ALLOWED : denied('above');
}

/**
 * Whether a moderator can make the bot do something automatically. Discord requires the same of the authors of its
 * AutoMod rules (Create Auto Moderation Rule).
 */
export function canAutomate(guild: Guild, by: GuildMember, kind: Action['kind']): PermissionResult {
  const permission = PERMISSION_FOR_ACTION[kind];
  if (by.id === guild.ownerId || permission === null) return ALLOWED;
  return hasPermission(by.permissions.bitfield, permission) ? ALLOWED : missing(permission);
}

/** Whether a member is a moderator, for actions that change nothing on Discord, such as a note. */
export function canModerate(guild: Guild, by: GuildMember): PermissionResult {
  if (by.id === guild.ownerId) return ALLOWED;
  if (isTimedOut(by)) return denied('timedOut');
  const moderating = ['ManageMessages', 'ModerateMembers', 'KickMembers', 'BanMembers'] as const;
  const { bitfield } = by.permissions;
  return moderating.some((permission) => hasPermission(bitfield, permission))
    ? ALLOWED
    : denied('notModerator');
}

/**
 * Whether a moderator can decide about a case: nobody decides about their own, or about someone above them. Moderators with
 * the same highest role decide about each other's. Throws if Discord must be asked and does not answer.
 */
export async function canDecide(
  guild: Guild,
  by: GuildMember,
  authorId: string,
): Promise<PermissionResult> {
  if (authorId === by.id) return denied('ownCase');
  if (by.id === guild.ownerId) return ALLOWED;
  if (authorId === guild.ownerId) return denied('caseAbove');
  // Discord does not say who it was.
  if (authorId === '') return ALLOWED;
  const author = await fetchMember(guild, authorId);
  return author !== null && outranks(author.roles.highest, by.roles.highest)
    ? denied('caseAbove')
    : ALLOWED;
}

function canDelete(request: PermissionRequest, isOwner: boolean): PermissionResult {
  const { guild, by, targetId, channelId = '', messageId = '' } = request;
  if (isOwner) return ALLOWED;
  const channel = guild.channels.cache.get(channelId);
  // Only the overload that takes an id admits that the result can be null.
  const permissions = channel?.permissionsFor(by.id)?.bitfield ?? null;
  if (channel === undefined || permissions === null) return denied('channelUnknown');
  const { name } = (channel.isThread() ? channel.parent : null) ?? channel;
  const isPost = isForumPostStarter({ channelId, messageId });
  // Authors can delete their own messages, but not a whole post.
  const needed: RequiredPermission[] =
    targetId === by.id && !isPost
      ? ['ViewChannel']
      : ['ViewChannel', isPost ? 'ManageThreads' : 'ManageMessages'];
  const lacking = needed.find((permission) => !hasPermission(permissions, permission));
  if (lacking === undefined) return ALLOWED;
  return denied('missingInChannel', { permission: permissionName(lacking), channel: name });
}

/** Only the role's position counts: Discord allows giving a low role to the owner. */
function canChangeRole(
  { guild, by, roleId }: PermissionRequest,
  isOwner: boolean,
): PermissionResult {
  // Without a role, the question is whether they can manage roles at all.
  if (roleId === undefined) return ALLOWED;
  const role = guild.roles.cache.get(roleId);
  if (role === undefined) return denied('roleUnknown');
  if (role.managed) return denied('roleManaged', { role: role.name });
  if (isOwner || outranks(by.roles.highest, role)) return ALLOWED;
  return denied('roleAbove', { role: role.name });
}

/** A timeout suspends all permissions that matter here, except for administrators. */
function isTimedOut(by: GuildMember): boolean {
  return by.isCommunicationDisabled() && !by.permissions.has(PermissionFlagsBits.Administrator);
}
