import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { z } from 'zod';

import { apiError } from '../../errors.ts';
import { findRole, type RolePatch } from '../../world/guilds/roles.ts';
import type { Api } from '../api.ts';
import { rolePositionsSchema, roleSchema } from '../forms/guild.ts';
import { checkRoleManagement } from '../role-checks.ts';

export function addRoleRoutes({ route, world, access }: Api): void {
  const { roles } = world;

  route('GET /guilds/:guild_id/roles', (call) => [
    ...access.guild(call.actor, call.id('guild_id')).guild.roles.values(),
  ]);

  route('GET /guilds/:guild_id/roles/:role_id', (call) =>
    findRole(access.guild(call.actor, call.id('guild_id')).guild, call.id('role_id')),
  );

  route('POST /guilds/:guild_id/roles', (call) => {
    const { guild, need } = access.guild(call.actor, call.id('guild_id'));
    need(PermissionFlagsBits.ManageRoles);
    const patch = patchOf(call.form(roleSchema));
    // Members can only grant permissions they have themselves.
    need(patch.permissions ?? 0n);
    const everyone = BigInt(findRole(guild, guild.id).permissions);
    return roles.create(
      guild.id,
      { name: 'new role', permissions: everyone, ...patch },
      call.auditContext,
    );
  });

  route('PATCH /guilds/:guild_id/roles', (call) => {
    const guildAccess = access.guild(call.actor, call.id('guild_id'));
    const moves = call.form(rolePositionsSchema);
    for (const { id } of moves) checkRoleManagement(guildAccess, id);
    for (const { id, position } of moves) {
      if (position === undefined || position === null) continue;
      roles.update({ guildId: guildAccess.guild.id, roleId: id }, { position }, call.auditContext);
    }
    return [...guildAccess.guild.roles.values()];
  });

  route('PATCH /guilds/:guild_id/roles/:role_id', (call) => {
    const guildAccess = access.guild(call.actor, call.id('guild_id'));
    const role = checkRoleManagement(guildAccess, call.id('role_id'));
    const patch = patchOf(call.form(roleSchema));
    const granted = (patch.permissions ?? 0n) & ~BigInt(role.permissions);
    guildAccess.need(granted);
    return roles.update(
      { guildId: guildAccess.guild.id, roleId: role.id },
      patch,
      call.auditContext,
    );
  });

  route('DELETE /guilds/:guild_id/roles/:role_id', (call) => {
    const guildAccess = access.guild(call.actor, call.id('guild_id'));
    const role = checkRoleManagement(guildAccess, call.id('role_id'));
    if (role.id === guildAccess.guild.id) throw apiError(RESTJSONErrorCodes.InvalidRole);
    roles.delete({ guildId: guildAccess.guild.id, roleId: role.id }, call.auditContext);
  });
}

/** null means the default when creating and no change when editing. */
function patchOf(form: z.infer<typeof roleSchema>): RolePatch {
  return {
    ...(form.name ? { name: form.name } : {}),
    ...(typeof form.permissions === 'bigint' ? { permissions: form.permissions } : {}),
    ...(typeof form.color === 'number' ? { color: form.color } : {}),
    ...(typeof form.hoist === 'boolean' ? { hoist: form.hoist } : {}),
    ...(typeof form.mentionable === 'boolean' ? { mentionable: form.mentionable } : {}),
  };
}
