import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';

import { compareSnowflakes } from '../../../lib/snowflake.ts';
import { refusal } from '../../errors.ts';
import { outranks } from '../../world/permissions.ts';
import { findUser } from '../../world/state.ts';
import type { GuildAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { banListSchema, banSchema, bulkBanSchema, deletedSeconds } from '../forms/guild.ts';

export function addBanRoutes({ route, world, access }: Api): void {
  const { bans, state } = world;

  function place(call: Call): GuildAccess {
    const found = access.guild(call.actor, call.id('guild_id'));
    found.need(PermissionFlagsBits.BanMembers);
    return found;
  }

  /** Whoever is no member can be banned by all who ban; a member only from above. */
  function mayBan({ guild, member }: GuildAccess, userId: string): boolean {
    const target = guild.members.get(userId);
    return target === undefined || outranks(guild, member, target);
  }

  route('GET /guilds/:guild_id/bans', (call) => {
    const { guild } = place(call);
    const { limit, before, after } = call.query(banListSchema);
    const sorted = [...guild.bans.values()].sort((a, b) => compareSnowflakes(a.user.id, b.user.id));
    if (before !== undefined) {
      return sorted.filter(({ user }) => compareSnowflakes(user.id, before) < 0).slice(-limit);
    }
    const start = after ?? '0';
    return sorted.filter(({ user }) => compareSnowflakes(user.id, start) > 0).slice(0, limit);
  });

  route('GET /guilds/:guild_id/bans/:user_id', (call) => {
    const ban = place(call).guild.bans.get(call.id('user_id'));
    if (ban === undefined) throw refusal(RESTJSONErrorCodes.UnknownBan);
    return ban;
  });

  route('PUT /guilds/:guild_id/bans/:user_id', (call) => {
    const found = place(call);
    const userId = call.id('user_id');
    findUser(state, userId);
    if (!mayBan(found, userId)) throw refusal(RESTJSONErrorCodes.MissingPermissions);
    const deleteMessageSeconds = deletedSeconds(call.form(banSchema));
    bans.add({ guildId: found.guild.id, userId, deleteMessageSeconds }, call.deed);
  });

  route('DELETE /guilds/:guild_id/bans/:user_id', (call) => {
    const { guild } = place(call);
    bans.remove({ guildId: guild.id, userId: call.id('user_id') }, call.deed);
  });

  route('POST /guilds/:guild_id/bulk-ban', (call) => {
    const found = place(call);
    found.need(PermissionFlagsBits.ManageGuild);
    const { user_ids: userIds, delete_message_seconds: seconds } = call.form(bulkBanSchema);
    const banned = userIds.filter(
      (id) => state.users.has(id) && !found.guild.bans.has(id) && mayBan(found, id),
    );
    if (banned.length === 0) throw refusal(RESTJSONErrorCodes.FailedToBanUsers);
    for (const userId of banned) {
      const deleteMessageSeconds = seconds ?? undefined;
      bans.add({ guildId: found.guild.id, userId, deleteMessageSeconds }, call.deed);
    }
    return {
      banned_users: banned,
      failed_users: userIds.filter((id) => !banned.includes(id)),
    };
  });
}
