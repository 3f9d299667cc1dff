import { PermissionFlagsBits, type Guild, type GuildMember } from 'discord.js';
import type { EnglishCatalogue } from '../../locales/english.ts';
import { message, type Message } from '../../locales/message.ts';
import { isReversal } from '../../domain/actions/action-facts.ts';
import type { DiscordAction } from '../../domain/case.ts';
import type { Action } from '../../domain/effects.ts';
import { ACTIONS, REVERSALS } from './registry.ts';
import { fetchMember } from '../../access/action-context.ts';
import { isForumPostStarter } from '../../domain/snapshot.ts';
import {
  hasPermission,
  outranks,
  permissionName,
  type NamedPermission,
  type RequiredPermission,
} from '../../access/permissions.ts';

/* Moderators can do through the bot what Discord lets them do by hand, and nothing else. */

export type PermissionResult =
  | { readonly kind: 'allowed' }
  /** `reason` addresses the moderator. */
  | { readonly kind: 'denied'; readonly reason: Message };

export interface PermissionRequest {
  readonly guild: Guild;
  /** From the interaction, so the roles are current. */
  readonly by: GuildMember;
  readonly act: Action['kind'];
  readonly targetId: string;
  /** For a deletion: the message and its channel. */
  readonly channelId?: string;
  readonly messageId?: string;
  /** The role to give or remove. */
  readonly roleId?: string;
  /** The target as a member; null: they left. Absent: looked up. */
  readonly target?: GuildMember | null;
}

const ALLOWED: PermissionResult = { kind: 'allowed' };

function denied(
  reason: keyof EnglishCatalogue['permissions']['denied'],
  values?: Message['values'],
): PermissionResult {
  return { kind: 'denied', reason: message(`permissions:denied.${reason}`, values) };
}

function missing(permission: NamedPermission): PermissionResult {
  return denied('missing', { permission: permissionName(permission) });
}

/** Whether a moderator can act on a member or a message. Throws if it needs a request to Discord and that fails. */
export async function canAct(request: PermissionRequest): Promise<PermissionResult> {
  const { guild, by, act, targetId } = request;
  const isOwner = by.id === guild.ownerId;
  if (!isOwner && isTimedOut(by)) return denied('timedOut');
  if (act === 'delete') return canDelete(request, isOwner);
  // Discord requires no permission for a direct message, but only moderators may warn somebody.
  const general = act === 'notice' ? canModerate(guild, by) : canAutomate(guild, by, act);
  if (general.kind === 'denied') return general;
  if (act === 'addRole' || act === 'removeRole') return canChangeRole(request, isOwner);
  if (targetId === by.id) return denied('self');
  if (targetId === guild.ownerId) return denied('owner');
  // Users outside the server have no roles to compare.
  const target = request.target === undefined ? await fetchMember(guild, targetId) : request.target;
  if (target === null) return ALLOWED;
  if (act === 'timeout' && target.permissions.has(PermissionFlagsBits.Administrator)) {
    return denied('administrator');
  }
  return isOwner || outranks(by.roles.highest, target.roles.highest) ? ALLOWED : denied('above');
}

/** The request for an action by hand; for what undoes an action, that of the action with the same requirements. */
export function byHand(action: DiscordAction): Pick<PermissionRequest, 'act' | 'roleId'> {
  const { kind, ...values } = isReversal(action)
    ? REVERSALS[action.kind].counterpart(action)
    : action;
  return { act: kind, ...('roleId' in values ? { roleId: values.roleId } : {}) };
}

/**
 * Whether a moderator can make the bot do something automatically. Discord requires the same of the authors of its
 * AutoMod rules (Create Auto Moderation Rule).
 */
export function canAutomate(guild: Guild, by: GuildMember, kind: Action['kind']): PermissionResult {
  const permission = ACTIONS[kind].permission;
  if (by.id === guild.ownerId || permission === null) return ALLOWED;
  return hasPermission(by.permissions.bitfield, permission) ? ALLOWED : missing(permission);
}

/** Whether a moderator can change the server, such as pause its invites. */
export function canManageServer(guild: Guild, by: GuildMember): PermissionResult {
  const isAllowed =
    by.id === guild.ownerId || hasPermission(by.permissions.bitfield, 'ManageGuild');
  return isAllowed ? ALLOWED : missing('ManageGuild');
}

/** The most members that one request to the gateway can name. */
const MEMBERS_AT_ONCE = 100;

/**
 * The members with these ids, in as few requests as possible. Those who left are absent. Throws if Discord does not answer.
 */
export async function fetchMembers(
  guild: Guild,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GuildMember>> {
  const { cache } = guild.members;
  const missing = ids.filter((id) => !cache.has(id));
  const found = new Map<string, GuildMember>();
  for (let start = 0; start < missing.length; start += MEMBERS_AT_ONCE) {
    const user = missing.slice(start, start + MEMBERS_AT_ONCE);
    for (const member of (await guild.members.fetch({ user })).values()) {
      found.set(member.id, member);
    }
  }
  return new Map(
    ids.flatMap((id) => {
      const member = found.get(id) ?? cache.get(id);
      return member === undefined ? [] : [[id, member]];
    }),
  );
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
 * Whether a moderator can decide about a case: not about their own, nor about that of someone above them. Moderators with
 * the same highest role can decide about each other's cases. Throws if Discord must be asked and does not answer.
 */
export async function canDecide(
  guild: Guild,
  by: GuildMember,
  authorId: string,
  member?: GuildMember | null,
): Promise<PermissionResult> {
  if (authorId === by.id) return denied('ownCase');
  if (by.id === guild.ownerId) return ALLOWED;
  if (authorId === guild.ownerId) return denied('caseAbove');
  // Discord does not say who the author is.
  if (authorId === '') return ALLOWED;
  const author = member === undefined ? await fetchMember(guild, authorId) : member;
  return author !== null && outranks(author.roles.highest, by.roles.highest)
    ? denied('caseAbove')
    : ALLOWED;
}

function canDelete(request: PermissionRequest, isOwner: boolean): PermissionResult {
  const { by, targetId, channelId = '', messageId = '' } = request;
  if (isOwner) return ALLOWED;
  const isPost = isForumPostStarter({ channelId, messageId });
  // Authors can delete their own messages, but not a whole post.
  const needed: RequiredPermission[] =
    targetId === by.id && !isPost
      ? ['ViewChannel']
      : ['ViewChannel', isPost ? 'ManageThreads' : 'ManageMessages'];
  return hasInChannel(request, needed);
}

/** Whether a moderator can read a channel's earlier messages. */
export function canReadHistory(guild: Guild, by: GuildMember, channelId: string): PermissionResult {
  if (by.id === guild.ownerId) return ALLOWED;
  return hasInChannel({ guild, by, channelId }, ['ViewChannel', 'ReadMessageHistory']);
}

function hasInChannel(
  { guild, by, channelId = '' }: Pick<PermissionRequest, 'guild' | 'by' | 'channelId'>,
  needed: readonly RequiredPermission[],
): PermissionResult {
  const channel = guild.channels.cache.get(channelId);
  // Only the overload that takes an id admits that the result can be null.
  const permissions = channel?.permissionsFor(by.id)?.bitfield ?? null;
  if (channel === undefined || permissions === null) return denied('channelUnknown');
  const { name } = (channel.isThread() ? channel.parent : null) ?? channel;
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
