import { PermissionFlagsBits, RESTJSONErrorCodes, type APIRole } from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import { outranksRole } from '../world/permissions.ts';
import { findRole } from '../world/roles.ts';
import type { GuildAccess } from './access.ts';

/** Refuses who may not change, delete, give or take the role: it must stand below one's own highest. */
export function checkRoleManagement({ guild, member, need }: GuildAccess, roleId: string): APIRole {
  need(PermissionFlagsBits.ManageRoles);
  const role = findRole(guild, roleId);
  if (!outranksRole(guild, member, role)) throw refusal(RESTJSONErrorCodes.MissingPermissions);
  return role;
}

/** Refuses giving or taking @everyone and roles of integrations, too. Answers the role's id. */
export function checkRoleChange(place: GuildAccess, roleId: string): string {
  const role = checkRoleManagement(place, roleId);
  if (role.id === place.guild.id) throw refusal(RESTJSONErrorCodes.InvalidRole);
  if (role.managed) throw refusal(RESTJSONErrorCodes.MissingPermissions);
  return role.id;
}
