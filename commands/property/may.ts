import type { GuildMember, PermissionsString, Role } from 'discord.js';
import { authorityOver } from '../../src/discord/interactions/authority.ts';
import type { SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import { problems } from '../texts/property-answers.ts';

/* Nobody may do through the service what Discord would not let them do by hand. Each throws a `UserError` then. */

export async function checkBan({ guild, interaction }: SlashCall, targetId: string): Promise<void> {
  const { member } = interaction;
  const may = await authorityOver({ guild, by: member, act: 'ban', targetId });
  if (may.kind === 'may not') throw new UserError(may.reason);
}

export interface RoleChange {
  readonly operation: 'add' | 'remove';
  readonly targetId: string;
  readonly roleId: string;
}

/** Beyond Discord's rules: one may not give a role that can do what one cannot. */
export async function checkRole(call: SlashCall, change: RoleChange): Promise<void> {
  const { guild, interaction } = call;
  const { operation, targetId, roleId } = change;
  const by = interaction.member;
  const may = await authorityOver({ guild, by, act: 'roles', targetId, roleId });
  if (may.kind === 'may not') throw new UserError(may.reason);
  const role = guild.roles.cache.get(roleId);
  if (operation === 'remove' || role === undefined || by.id === guild.ownerId) return;
  const missing = firstBeyond(role, by);
  if (missing !== undefined) {
    throw new UserError(problems.roleTooStrong(defuse(role.name, 100), missing));
  }
}

function firstBeyond(role: Role, by: GuildMember): string | undefined {
  const missing = by.permissions.missing(role.permissions);
  return missing[0] === undefined ? undefined : spaced(missing[0]);
}

/** `ManageGuild` → `Manage Guild`. */
function spaced(permission: PermissionsString): string {
  return permission.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
