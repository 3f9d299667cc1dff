import type { Action } from '../moderation/effects.ts';
import type { AuthorFacts, Facts } from './facts.ts';
import { holds, outranks, permissionName, type NeededPermission } from './permissions.ts';
import { details, refusals, type Refusal } from './texts.ts';

/** What can be said about an action before Discord is asked: nothing, that there is nothing to do, or that it is futile. */
export type Beforehand =
  | { readonly kind: 'go' }
  | { readonly kind: 'needless'; readonly detail: string }
  | { readonly kind: 'futile'; readonly refusal: Refusal };

export const GO: Beforehand = { kind: 'go' };
const futile = (refusal: Refusal): Beforehand => ({ kind: 'futile', refusal });
const needless = (detail: string): Beforehand => ({ kind: 'needless', detail });

/** The permission an action takes; null where it takes none. */
export const PERMISSION_FOR: Record<Action['kind'], NeededPermission | null> = {
  delete: 'ManageMessages',
  notice: null,
  addRole: 'ManageRoles',
  removeRole: 'ManageRoles',
  timeout: 'ModerateMembers',
  kick: 'KickMembers',
  ban: 'BanMembers',
};

/** The first message of a forum post is deleted with the post, whose title would stand without it. */
export function permissionToDelete(isStarter: boolean): NeededPermission {
  return isStarter ? 'ManageThreads' : 'ManageMessages';
}

/** Discord's rules, applied to what is known. A timeout up to `silentUntil` needs not be given again. */
export function lookAhead(action: Action, facts: Facts, silentUntil: number): Beforehand {
  switch (action.kind) {
    case 'notice':
      return GO;
    case 'delete':
      return deletion(facts);
    case 'addRole':
    case 'removeRole':
      return onRole(action, facts);
    case 'timeout':
      return onAuthor(action, facts, (author) => {
        if ((author.timedOutUntil ?? 0) >= silentUntil) return needless(details.silentAlready);
        return author.isAdministrator ? futile(refusals.administrator) : GO;
      });
    case 'kick':
    case 'ban':
      return onAuthor(action, facts, () => GO);
  }
}

function deletion({ bot, channel }: Facts): Beforehand {
  if (channel === null) return GO;
  if (!holds(channel.permissions, 'ViewChannel')) return futile(refusals.noAccess(bot.roleName));
  const permission = permissionToDelete(channel.isStarter);
  if (holds(channel.permissions, permission)) return GO;
  const name = permissionName(permission);
  return futile(refusals.missingPermission(name, bot.roleName, channel.name));
}

/** Roles can be given to the owner and to those above the bot as well; what counts is the role itself. */
function onRole(action: Action, { bot, author, role }: Facts): Beforehand {
  if (author?.kind === 'gone') return withoutAuthor(action);
  if (role !== null && 'kind' in role) {
    return action.kind === 'removeRole' ? needless(details.roleGone) : futile(refusals.roleUnknown);
  }
  const missing = missingPermission(action, bot);
  if (missing !== null) return missing;
  if (role === null) return GO;
  if (role.managed) return futile(refusals.roleManaged(role.name));
  if (outranks(bot.highestRole, role)) return GO;
  return futile(refusals.roleAbove(bot.highestRole.name, role.name));
}

function onAuthor(
  action: Action,
  { bot, author }: Facts,
  further: (author: AuthorFacts) => Beforehand,
): Beforehand {
  const missing = missingPermission(action, bot);
  if (author === null) return missing ?? GO;
  if (author.kind === 'gone') {
    const answer = withoutAuthor(action);
    return answer.kind === 'go' ? (missing ?? GO) : answer;
  }
  if (author.isSelf) return futile(refusals.self);
  if (author.isOwner) return futile(refusals.owner);
  if (missing !== null) return missing;
  const answer = further(author);
  if (answer.kind !== 'go' || outranks(bot.highestRole, author.highestRole)) return answer;
  return futile(refusals.authorAbove(bot.highestRole.name, author.highestRole.name));
}

/** Someone who left can still be banned; they need not be kicked, and nothing else can be done to them. */
function withoutAuthor(action: Action): Beforehand {
  switch (action.kind) {
    case 'kick':
    case 'removeRole':
      return needless(details.memberGone);
    case 'addRole':
    case 'timeout':
      return futile(refusals.authorLeft);
    case 'delete':
    case 'notice':
    case 'ban':
      return GO;
  }
}

function missingPermission(action: Action, bot: Facts['bot']): Beforehand | null {
  const permission = PERMISSION_FOR[action.kind];
  if (permission === null || holds(bot.permissions, permission)) return null;
  return futile(refusals.missingPermission(permissionName(permission), bot.roleName, null));
}
