import type { ActionContext, AuthorContext } from '../../access/action-context.ts';
import {
  hasPermission,
  outranks,
  permissionName,
  type RequiredPermission,
} from '../../access/permissions.ts';
import type { Refusal } from '../../domain/effects.ts';
import type { Message } from '../../locales/message.ts';
import { refusal } from './refusals.ts';

/** The result of checking an action before a request to Discord. */
export type PreflightResult =
  | { readonly kind: 'go' }
  /** Nothing to do: the detail says why. */
  | { readonly kind: 'noop'; readonly detail: Message }
  | { readonly kind: 'blocked'; readonly refusal: Refusal };

export const PROCEED: PreflightResult = { kind: 'go' };
export const blocked = (reason: Refusal): PreflightResult => ({ kind: 'blocked', refusal: reason });
export const noop = (why: Message): PreflightResult => ({ kind: 'noop', detail: why });

export function checkInChannel(
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

/** For an action on a member, who must be below the bot. `whenGone`: the result if they have left. */
export function checkMember(
  { bot, author }: ActionContext,
  {
    permission,
    whenGone,
    more = () => PROCEED,
  }: {
    readonly permission: RequiredPermission;
    readonly whenGone: PreflightResult;
    readonly more?: (author: AuthorContext) => PreflightResult;
  },
): PreflightResult {
  const missing = missingPermission(permission, bot);
  if (author === null) return missing ?? PROCEED;
  if (author.kind === 'gone') return whenGone.kind === 'go' ? (missing ?? PROCEED) : whenGone;
  if (author.isSelf) return blocked(refusal('self'));
  if (author.isOwner) return blocked(refusal('owner'));
  if (missing !== null) return missing;
  const result = more(author);
  if (result.kind !== 'go' || outranks(bot.highestRole, author.highestRole)) return result;
  const values = { botRole: bot.highestRole.name, role: author.highestRole.name };
  return blocked(refusal('memberAbove', values));
}

/** Only the role's position counts: the owner and members above the bot can be given roles as well. */
export function checkRole(
  { bot, author, role }: ActionContext,
  { whenGone, whenUnknown }: { whenGone: PreflightResult; whenUnknown: PreflightResult },
): PreflightResult {
  if (author?.kind === 'gone') return whenGone;
  if (role !== null && 'kind' in role) return whenUnknown;
  const missing = missingPermission('ManageRoles', bot);
  if (missing !== null) return missing;
  if (role === null) return PROCEED;
  if (role.managed) return blocked(refusal('roleManaged', { role: role.name }));
  if (outranks(bot.highestRole, role)) return PROCEED;
  return blocked(refusal('roleAbove', { botRole: bot.highestRole.name, role: role.name }));
}

function missingPermission(
  permission: RequiredPermission,
  bot: ActionContext['bot'],
): PreflightResult | null {
  if (hasPermission(bot.permissions, permission)) return null;
  const values = { permission: permissionName(permission), botRole: bot.roleName };
  return blocked(refusal('missingPermission', values));
}
