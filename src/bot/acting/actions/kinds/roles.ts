import { RESTJSONErrorCodes as Codes, Routes, type Guild, type REST } from 'discord.js';
import { fetchMember } from '../../../access/action-context.ts';
import type { Translate } from '../../../locales/translate.ts';
import type {
  ActionDefinition,
  ActionOf,
  NoticedStep,
  ReversalDefinition,
  ReversalOf,
} from '../action.ts';
import { blocked, checkRole, noop, PROCEED } from '../checks.ts';
import { detail, refusal, undoDetail } from '../refusals.ts';

/** The member's role, and the reason for the audit log. */
interface RoleRequest {
  readonly guildId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly reason: string;
}

export async function giveRole(rest: REST, request: RoleRequest): Promise<void> {
  const { guildId, userId, roleId, reason } = request;
  await rest.put(Routes.guildMemberRole(guildId, userId, roleId), { reason });
}

export async function takeRole(rest: REST, request: RoleRequest): Promise<void> {
  const { guildId, userId, roleId, reason } = request;
  await rest.delete(Routes.guildMemberRole(guildId, userId, roleId), { reason });
}

/** From the cache, which the gateway keeps up to date; undefined if the member is not cached. */
function hasRole(guild: Guild, userId: string, roleId: string): boolean | undefined {
  return guild.members.cache.get(userId)?.roles.cache.has(roleId);
}

function consequence(t: Translate, { outcome }: Pick<NoticedStep, 'outcome'>): string | null {
  // A detail means that nothing has changed.
  const hasChanged = outcome?.status === 'done' && outcome.detail === undefined;
  return hasChanged ? t('effects:consequence.roles') : null;
}

export const addRole: ActionDefinition<ActionOf<'addRole'>> = {
  permission: 'ManageRoles',
  needsAuthor: () => true,
  preflight: (_action, context) =>
    checkRole(context, {
      whenGone: blocked(refusal('memberLeft')),
      whenUnknown: blocked(refusal('roleUnknown')),
    }),
  async send({ guild, action: { roleId }, context, reason }) {
    const userId = context.record.author.id;
    const hadIt = !context.resumed && hasRole(guild, userId, roleId) === true;
    await giveRole(guild.client.rest, { guildId: guild.id, userId, roleId, reason });
    return hadIt ? detail('roleAlready') : undefined;
  },
  nothingLeft: new Map(),
  consequence,
};

export const removeRole: ActionDefinition<ActionOf<'removeRole'>> = {
  permission: 'ManageRoles',
  needsAuthor: () => true,
  preflight: (_action, context) =>
    checkRole(context, {
      whenGone: noop(detail('memberGone')),
      whenUnknown: noop(detail('roleGone')),
    }),
  async send({ guild, action: { roleId }, context, reason }) {
    const userId = context.record.author.id;
    const hadNot = !context.resumed && hasRole(guild, userId, roleId) === false;
    await takeRole(guild.client.rest, { guildId: guild.id, userId, roleId, reason });
    return hadNot ? detail('roleMissing') : undefined;
  },
  nothingLeft: new Map([
    [Codes.UnknownMember, detail('memberGone')],
    [Codes.UnknownUser, detail('accountGone')],
    [Codes.UnknownRole, detail('roleGone')],
  ]),
  consequence,
};

/** Undoes `addRole`. */
export const takeRoleBack: ReversalDefinition<ReversalOf<'takeRole'>> = {
  counterpart: ({ roleId }) => ({ kind: 'removeRole', roleId }),
  async check({ guild, reversal, record }) {
    const member = await fetchMember(guild, record.author.id, 'now');
    if (member === null) return noop(undoDetail('rolesLeft'));
    return member.roles.cache.has(reversal.roleId) ? PROCEED : noop(undoDetail('roleMissing'));
  },
  send: ({ guild, reversal: { roleId }, record, reason }) =>
    takeRole(guild.client.rest, { guildId: guild.id, userId: record.author.id, roleId, reason }),
};

/** Undoes `removeRole`. */
export const giveRoleBack: ReversalDefinition<ReversalOf<'giveRole'>> = {
  counterpart: ({ roleId }) => ({ kind: 'addRole', roleId }),
  async check({ guild, reversal, record }) {
    const member = await fetchMember(guild, record.author.id, 'now');
    if (member === null) return blocked(refusal('notInServer'));
    return member.roles.cache.has(reversal.roleId) ? noop(undoDetail('roleAlready')) : PROCEED;
  },
  send: ({ guild, reversal: { roleId }, record, reason }) =>
    giveRole(guild.client.rest, { guildId: guild.id, userId: record.author.id, roleId, reason }),
};
