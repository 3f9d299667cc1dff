import { PermissionFlagsBits, RESTJSONErrorCodes, type APIRole } from 'discord-api-types/v10';

import { apiError } from '../errors.ts';
import { outranksRole } from '../world/guilds/permissions.ts';
import { findRole } from '../world/guilds/roles.ts';
import type { GuildAccess } from './access.ts';

/** Throws unless the actor may edit, delete, add or remove the role: it must be below their highest role. */
export function checkRoleManagement({ guild, member, need }: GuildAccess, roleId: string): APIRole {
  need(PermissionFlagsBits.ManageRoles);
  const role = findRole(guild, roleId);
  if (!outranksRole(guild, member, role)) throw apiError(RESTJSONErrorCodes.MissingPermissions);
  return role;
}

/**
 * Like `checkRoleManagement`, but also throws for @everyone and managed roles, which can't be added or removed. Returns the
 * role's id.
 */
export function checkRoleChange(access: GuildAccess, roleId: string): string {
  const role = checkRoleManagement(access, roleId);
  if (role.id === access.guild.id) throw apiError(RESTJSONErrorCodes.InvalidRole);
  if (role.managed) throw apiError(RESTJSONErrorCodes.MissingPermissions);
  return role.id;
}
