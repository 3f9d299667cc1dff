import type { GuildMember, PermissionsString, Role } from 'discord.js';
import { canAct, defuse, type SlashCall } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/* The service may do for a moderator only what Discord lets them do by hand. Otherwise these throw a `UserError`. */

export async function checkBan(call: SlashCall, targetId: string): Promise<void> {
  const { guild, interaction } = call;
  const { member } = interaction;
  const may = await canAct({ guild, by: member, act: 'ban', targetId });
  if (may.kind === 'denied') throw new UserError(call.show(may.reason));
}

export interface RoleChange {
  readonly operation: 'add' | 'remove';
  readonly targetId: string;
  readonly roleId: string;
}

/** Stricter than Discord: granting a role needs all of its permissions. */
export async function checkRole(call: SlashCall, change: RoleChange): Promise<void> {
  const { guild, interaction, t } = call;
  const { operation, targetId, roleId } = change;
  const by = interaction.member;
  const may = await canAct({
    guild,
    by,
    act: operation === 'add' ? 'addRole' : 'removeRole',
    targetId,
    roleId,
  });
  if (may.kind === 'denied') throw new UserError(call.show(may.reason));
  const role = guild.roles.cache.get(roleId);
  if (operation === 'remove' || role === undefined || by.id === guild.ownerId) return;
  const permission = missingPermission(role, by);
  if (permission !== undefined) {
    const names = { role: defuse(role.name, 100), permission };
    throw new UserError(t('property:reply.roleTooStrong', names));
  }
}

/** The first of the role's permissions that the member lacks. */
function missingPermission(role: Role, by: GuildMember): string | undefined {
  const [first] = by.permissions.missing(role.permissions);
  return first === undefined ? undefined : spaced(first);
}

/** `ManageGuild` → `Manage Guild`. */
function spaced(permission: PermissionsString): string {
  return permission.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
