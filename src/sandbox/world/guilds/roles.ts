import {
  AuditLogEvent,
  GatewayDispatchEvents,
  RESTJSONErrorCodes,
  type APIRole,
  type APIRoleTags,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { changesBetween, writeAuditLog } from './audit-log.ts';
import { setMember } from './members.ts';
import { NO_FLAGS } from '../messages/flags.ts';
import { findGuild, type WorldState } from '../state.ts';
import type { AuditContext, GuildState } from '../types.ts';

const MAX_ROLES = 250;
const AUDITED_FIELDS = ['name', 'permissions', 'color', 'hoist', 'mentionable'];

export interface NewRole {
  readonly name: string;
  readonly permissions?: bigint;
  /** Default: 1, directly above @everyone. */
  readonly position?: number;
  readonly color?: number;
  readonly hoist?: boolean;
  readonly mentionable?: boolean;
  /** Belongs to a bot: can't be added, removed or deleted. */
  readonly managed?: boolean;
  readonly tags?: APIRoleTags;
}

export type RolePatch = Partial<Pick<NewRole, 'name' | 'permissions' | 'position' | 'color'>> &
  Partial<Pick<NewRole, 'hoist' | 'mentionable'>>;

export interface Roles {
  create(guildId: string, role: NewRole, auditContext: AuditContext): APIRole;
  update(
    target: { guildId: string; roleId: string },
    patch: RolePatch,
    auditContext: AuditContext,
  ): APIRole;
  /** Also removes it from its members. */
  delete(target: { guildId: string; roleId: string }, auditContext: AuditContext): void;
}

export function newRole(id: string, role: NewRole): APIRole {
  const color = role.color ?? 0;
  return {
    id,
    name: role.name,
    permissions: (role.permissions ?? 0n).toString(),
    position: role.position ?? 1,
    color,
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    hoist: role.hoist ?? false,
    icon: null,
    unicode_emoji: null,
    managed: role.managed ?? false,
    mentionable: role.mentionable ?? false,
    flags: NO_FLAGS,
    ...(role.tags === undefined ? {} : { tags: role.tags }),
  };
}

export function findRole(guild: GuildState, roleId: string): APIRole {
  const role = guild.roles.get(roleId);
  if (role === undefined) throw apiError(RESTJSONErrorCodes.UnknownRole);
  return role;
}

export function createRoles(state: WorldState): Roles {
  function announce(
    type: GatewayDispatchEvents.GuildRoleCreate | GatewayDispatchEvents.GuildRoleUpdate,
    guild: GuildState,
    role: APIRole,
  ): void {
    const audience = { guildId: guild.id, channelId: null, userIds: null };
    state.emit({ type, data: { guild_id: guild.id, role }, ...audience });
  }

  return {
    create(guildId, role, auditContext) {
      const guild = findGuild(state, guildId);
      if (guild.roles.size >= MAX_ROLES) {
        throw apiError(RESTJSONErrorCodes.MaximumNumberOfGuildRolesReached);
      }
      const created = newRole(state.newId(), role);
      guild.roles.set(created.id, created);
      announce(GatewayDispatchEvents.GuildRoleCreate, guild, created);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.RoleCreate,
        targetId: created.id,
        changes: changesBetween({}, created, AUDITED_FIELDS),
      });
      return created;
    },

    update({ guildId, roleId }, patch, auditContext) {
      const guild = findGuild(state, guildId);
      const before = findRole(guild, roleId);
      const { permissions, color, ...rest } = patch;
      const after: APIRole = {
        ...before,
        ...rest,
        ...(permissions === undefined ? {} : { permissions: permissions.toString() }),
        ...(color === undefined
          ? {}
          : { color, colors: { ...before.colors, primary_color: color } }),
      };
      const changes = changesBetween(before, after, [...AUDITED_FIELDS, 'position']);
      if (changes.length === 0) return before;
      guild.roles.set(roleId, after);
      announce(GatewayDispatchEvents.GuildRoleUpdate, guild, after);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.RoleUpdate,
        targetId: roleId,
        changes,
      });
      return after;
    },

    delete({ guildId, roleId }, auditContext) {
      const guild = findGuild(state, guildId);
      const role = findRole(guild, roleId);
      if (role.managed || roleId === guildId) throw apiError(RESTJSONErrorCodes.InvalidRole);
      guild.roles.delete(roleId);
      state.emit({
        type: GatewayDispatchEvents.GuildRoleDelete,
        data: { guild_id: guildId, role_id: roleId },
        guildId,
        channelId: null,
        userIds: null,
      });
      for (const member of guild.members.values()) {
        if (!member.roles.includes(roleId)) continue;
        setMember(state, guild, {
          ...member,
          roles: member.roles.filter((id) => id !== roleId),
        });
      }
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.RoleDelete,
        targetId: roleId,
        changes: changesBetween(role, {}, AUDITED_FIELDS),
      });
    },
  };
}
