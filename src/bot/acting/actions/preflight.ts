import type { Message } from '../../locales/message.ts';
import type { Case } from '../../domain/case.ts';
import type { Action, Refusal } from '../../domain/effects.ts';
import type { AuthorContext, ActionContext } from '../../access/action-context.ts';
import {
  hasPermission,
  outranks,
  permissionName,
  type RequiredPermission,
} from '../../access/permissions.ts';
import { detail, refusal } from './refusals.ts';

/** What the bot knows about an action before it sends a request to Discord. */
export type PreflightResult =
  | { readonly kind: 'go' }
  /** Nothing to do: the detail says why. */
  | { readonly kind: 'noop'; readonly detail: Message }
  | { readonly kind: 'blocked'; readonly refusal: Refusal };

export const PROCEED: PreflightResult = { kind: 'go' };
export const blocked = (reason: Refusal): PreflightResult => ({ kind: 'blocked', refusal: reason });
export const noop = (why: Message): PreflightResult => ({ kind: 'noop', detail: why });

/** The permission an action needs; null for none. */
export const PERMISSION_FOR: Record<Action['kind'], RequiredPermission | null> = {
  delete: 'ManageMessages',
  // Of members; of threads see `permissionToReset`.
  resetName: 'ManageNicknames',
  notice: null,
  addRole: 'ManageRoles',
  removeRole: 'ManageRoles',
  timeout: 'ModerateMembers',
  kick: 'KickMembers',
  ban: 'BanMembers',
};

/** The first message of a forum post is deleted with the post, because the title would remain. */
export function permissionToDelete(isStarter: boolean): RequiredPermission {
  return isStarter ? 'ManageThreads' : 'ManageMessages';
}

export function permissionToReset(subject: Case['subject']): RequiredPermission {
  return subject === 'title' ? 'ManageThreads' : 'ManageNicknames';
}

/** Applies Discord's rules. A member who is already timed out until `timeoutUntil` (Unix epoch, milliseconds) or longer needs no timeout. */
export function preflight(
  action: Action,
  context: ActionContext,
  timeoutUntil: number,
): PreflightResult {
  switch (action.kind) {
    case 'notice':
      return PROCEED;
    case 'delete':
      return checkInChannel(context, permissionToDelete(context.channel?.isStarter === true));
    case 'resetName':
      // Titles are reset without their author.
      return context.author === null
        ? checkInChannel(context, permissionToReset('title'))
        : checkAuthor(action, context, () => PROCEED);
    case 'addRole':
    case 'removeRole':
      return checkRole(action, context);
    case 'timeout':
      return checkAuthor(action, context, (author) => {
        if ((author.timedOutUntil ?? 0) >= timeoutUntil) return noop(detail('timedOutAlready'));
        return author.isAdministrator ? blocked(refusal('administrator')) : PROCEED;
      });
    case 'kick':
    case 'ban':
      return checkAuthor(action, context, () => PROCEED);
  }
}

function checkInChannel(
  { bot, channel }: ActionContext,
  permission: RequiredPermission,
): PreflightResult {
  if (channel === null) return PROCEED;
  const botRole = bot.roleName;
  if (!hasPermission(channel.permissions, 'ViewChannel')) {
    return blocked(refusal('noAccess', { permission: permissionName('ViewChannel'), botRole }));
  }
  if (hasPermission(channel.permissions, permission)) return PROCEED;
  const values = { permission: permissionName(permission), botRole, channel: channel.name };
  return blocked(refusal('missingChannelPermission', values));
}

/** Only the role's position counts: the owner and members above the bot can be given roles as well. */
function checkRole(action: Action, { bot, author, role }: ActionContext): PreflightResult {
  if (author?.kind === 'gone') return checkWithoutAuthor(action);
  if (role !== null && 'kind' in role) {
    return action.kind === 'removeRole'
      ? noop(detail('roleGone'))
      : blocked(refusal('roleUnknown'));
  }
  const missing = missingPermission(action, bot);
  if (missing !== null) return missing;
  if (role === null) return PROCEED;
  if (role.managed) return blocked(refusal('roleManaged', { role: role.name }));
  if (outranks(bot.highestRole, role)) return PROCEED;
  return blocked(refusal('roleAbove', { botRole: bot.highestRole.name, role: role.name }));
}

function checkAuthor(
  action: Action,
  { bot, author }: ActionContext,
  checkMore: (author: AuthorContext) => PreflightResult,
): PreflightResult {
  const missing = missingPermission(action, bot);
  if (author === null) return missing ?? PROCEED;
  if (author.kind === 'gone') {
    const result = checkWithoutAuthor(action);
    return result.kind === 'go' ? (missing ?? PROCEED) : result;
  }
  if (author.isSelf) return blocked(refusal('self'));
  if (author.isOwner) return blocked(refusal('owner'));
  if (missing !== null) return missing;
  const result = checkMore(author);
  if (result.kind !== 'go' || outranks(bot.highestRole, author.highestRole)) return result;
  const values = { botRole: bot.highestRole.name, role: author.highestRole.name };
  return blocked(refusal('memberAbove', values));
}

/** Someone who left can be banned, need not be kicked, and cannot be given a role or a timeout. */
function checkWithoutAuthor(action: Action): PreflightResult {
  switch (action.kind) {
    case 'kick':
    case 'removeRole':
    case 'resetName':
      return noop(detail('memberGone'));
    case 'addRole':
    case 'timeout':
      return blocked(refusal('memberLeft'));
    case 'delete':
    case 'notice':
    case 'ban':
      return PROCEED;
  }
}

function missingPermission(action: Action, bot: ActionContext['bot']): PreflightResult | null {
  const permission = PERMISSION_FOR[action.kind];
  if (permission === null || hasPermission(bot.permissions, permission)) return null;
  const values = { permission: permissionName(permission), botRole: bot.roleName };
  return blocked(refusal('missingPermission', values));
}
