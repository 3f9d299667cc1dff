import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';

import { compareSnowflakes } from '../../../shared/snowflake.ts';
import { apiError } from '../../errors.ts';
import { outranks } from '../../world/guilds/permissions.ts';
import { findUser } from '../../world/state.ts';
import type { GuildAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { banListSchema, banSchema, bulkBanSchema, deletedSeconds } from '../forms/guild.ts';

export function addBanRoutes({ route, world, access }: Api): void {
  const { bans, state } = world;

  function accessFor(call: Call): GuildAccess {
    const guildAccess = access.guild(call.actor, call.id('guild_id'));
    guildAccess.need(PermissionFlagsBits.BanMembers);
    return guildAccess;
  }

  /** Banning a member needs a higher role; banning others only the permission. */
  function mayBan({ guild, member }: GuildAccess, userId: string): boolean {
    const target = guild.members.get(userId);
    return target === undefined || outranks(guild, member, target);
  }

  route('GET /guilds/:guild_id/bans', (call) => {
    const { guild } = accessFor(call);
    const { limit, before, after } = call.query(banListSchema);
    const sorted = [...guild.bans.values()].sort((a, b) => compareSnowflakes(a.user.id, b.user.id));
    if (before !== undefined) {
      return sorted.filter(({ user }) => compareSnowflakes(user.id, before) < 0).slice(-limit);
    }
    const start = after ?? '0';
    return sorted.filter(({ user }) => compareSnowflakes(user.id, start) > 0).slice(0, limit);
  });

  route('GET /guilds/:guild_id/bans/:user_id', (call) => {
    const ban = accessFor(call).guild.bans.get(call.id('user_id'));
    if (ban === undefined) throw apiError(RESTJSONErrorCodes.UnknownBan);
    return ban;
  });

  route('PUT /guilds/:guild_id/bans/:user_id', (call) => {
    const guildAccess = accessFor(call);
    const userId = call.id('user_id');
    findUser(state, userId);
    if (!mayBan(guildAccess, userId)) throw apiError(RESTJSONErrorCodes.MissingPermissions);
    const deleteMessageSeconds = deletedSeconds(call.form(banSchema));
    bans.add({ guildId: guildAccess.guild.id, userId, deleteMessageSeconds }, call.auditContext);
  });

  route('DELETE /guilds/:guild_id/bans/:user_id', (call) => {
    const { guild } = accessFor(call);
    bans.remove({ guildId: guild.id, userId: call.id('user_id') }, call.auditContext);
  });

  route('POST /guilds/:guild_id/bulk-ban', (call) => {
    const guildAccess = accessFor(call);
    guildAccess.need(PermissionFlagsBits.ManageGuild);
    const { user_ids: userIds, delete_message_seconds: seconds } = call.form(bulkBanSchema);
    const banned = userIds.filter(
      (id) => state.users.has(id) && !guildAccess.guild.bans.has(id) && mayBan(guildAccess, id),
    );
    if (banned.length === 0) throw apiError(RESTJSONErrorCodes.FailedToBanUsers);
    for (const userId of banned) {
      const deleteMessageSeconds = seconds ?? undefined;
      bans.add({ guildId: guildAccess.guild.id, userId, deleteMessageSeconds }, call.auditContext);
    }
    return {
      banned_users: banned,
      failed_users: userIds.filter((id) => !banned.includes(id)),
    };
  });
}
