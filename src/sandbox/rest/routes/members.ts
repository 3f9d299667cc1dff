import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIGuildMember,
} from 'discord-api-types/v10';

import { compareSnowflakes } from '../../../shared/snowflake.ts';
import { apiError } from '../../errors.ts';
import { outranks } from '../../world/guilds/permissions.ts';
import { findMember } from '../../world/state.ts';
import type { GuildState } from '../../world/types.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import {
  editMemberSchema,
  editOwnMemberSchema,
  memberListSchema,
  memberSearchSchema,
} from '../forms/guild.ts';
import { checkMemberEdit, memberPatch } from '../member-edits.ts';
import { mayListMembers } from '../privileged.ts';
import { checkRoleChange } from '../role-checks.ts';

export function addMemberRoutes({ route, world, access }: Api): void {
  const { members, state } = world;

  route('GET /guilds/:guild_id/members', (call) => {
    const { guild } = access.guild(call.actor, call.id('guild_id'));
    if (!mayListMembers(call.actor)) throw apiError(RESTJSONErrorCodes.MissingAccess);
    const { limit, after } = call.query(memberListSchema);
    return byId(guild)
      .filter(({ user }) => compareSnowflakes(user.id, after) > 0)
      .slice(0, limit);
  });

  route('GET /guilds/:guild_id/members/search', (call) => {
    const { guild } = access.guild(call.actor, call.id('guild_id'));
    const { query, limit } = call.query(memberSearchSchema);
    const prefix = query.toLowerCase();
    return byId(guild)
      .filter(({ user, nick }) =>
        [user.username, user.global_name, nick].some((name) =>
          name?.toLowerCase().startsWith(prefix),
        ),
      )
      .slice(0, limit);
  });

  route('GET /guilds/:guild_id/members/:user_id', (call) =>
    findMember(access.guild(call.actor, call.id('guild_id')).guild, call.id('user_id')),
  );

  function editOwn(call: Call): APIGuildMember {
    const { guild, need } = access.guild(call.actor, call.id('guild_id'));
    const { nick } = call.form(editOwnMemberSchema);
    if (nick !== undefined) need(PermissionFlagsBits.ChangeNickname);
    const target = { guildId: guild.id, userId: call.actor.userId };
    return members.update(target, nick === undefined ? {} : { nick }, call.auditContext);
  }

  route('PATCH /guilds/:guild_id/members/@me', editOwn);
  // Deprecated, but discord.py uses it.
  route('PATCH /guilds/:guild_id/members/@me/nick', (call) => ({
    nick: editOwn(call).nick ?? null,
  }));

  route('PATCH /guilds/:guild_id/members/:user_id', (call) => {
    const guildAccess = access.guild(call.actor, call.id('guild_id'));
    const target = findMember(guildAccess.guild, call.id('user_id'));
    const form = call.form(editMemberSchema);
    checkMemberEdit(guildAccess, { target, form, nowMs: state.clock.now() });
    const memberTarget = { guildId: guildAccess.guild.id, userId: target.user.id };
    return members.update(memberTarget, memberPatch(form), call.auditContext);
  });

  route('DELETE /guilds/:guild_id/members/:user_id', (call) => {
    const { guild, member, need } = access.guild(call.actor, call.id('guild_id'));
    need(PermissionFlagsBits.KickMembers);
    const target = findMember(guild, call.id('user_id'));
    if (!outranks(guild, member, target)) throw apiError(RESTJSONErrorCodes.MissingPermissions);
    members.kick({ guildId: guild.id, userId: target.user.id }, call.auditContext);
  });

  route('PUT /guilds/:guild_id/members/:user_id/roles/:role_id', (call) => {
    const guildAccess = access.guild(call.actor, call.id('guild_id'));
    const target = findMember(guildAccess.guild, call.id('user_id'));
    const roleId = checkRoleChange(guildAccess, call.id('role_id'));
    members.addRole(
      { guildId: guildAccess.guild.id, userId: target.user.id },
      roleId,
      call.auditContext,
    );
  });

  route('DELETE /guilds/:guild_id/members/:user_id/roles/:role_id', (call) => {
    const guildAccess = access.guild(call.actor, call.id('guild_id'));
    const target = findMember(guildAccess.guild, call.id('user_id'));
    const roleId = checkRoleChange(guildAccess, call.id('role_id'));
    members.removeRole(
      { guildId: guildAccess.guild.id, userId: target.user.id },
      roleId,
      call.auditContext,
    );
  });
}

function byId(guild: GuildState): APIGuildMember[] {
  return [...guild.members.values()].sort((a, b) => compareSnowflakes(a.user.id, b.user.id));
}
