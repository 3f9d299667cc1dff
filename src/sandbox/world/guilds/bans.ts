import { AuditLogEvent, GatewayDispatchEvents, RESTJSONErrorCodes } from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { snowflakeTime } from '../../../shared/snowflake.ts';
import { writeAuditLog } from './audit-log.ts';
import { removeMember, type MemberTarget } from './members.ts';
import { deleteMessages } from '../messages/messages.ts';
import { findGuild, findUser, type WorldState } from '../state.ts';
import type { AuditContext, GuildState } from '../types.ts';

export interface Bans {
  /** Bans members and non-members. Deletes their messages of the last `deleteMessageSeconds`. */
  add(
    target: MemberTarget & { deleteMessageSeconds?: number | undefined },
    auditContext: AuditContext,
  ): void;
  remove(target: MemberTarget, auditContext: AuditContext): void;
}

export function createBans(state: WorldState): Bans {
  function announce(
    type: GatewayDispatchEvents.GuildBanAdd | GatewayDispatchEvents.GuildBanRemove,
    { guildId, userId }: MemberTarget,
  ): void {
    const data = { guild_id: guildId, user: findUser(state, userId).user };
    state.emit({ type, data, guildId, channelId: null, userIds: null });
  }

  function deletePosts(guild: GuildState, userId: string, sinceMs: number): void {
    for (const channel of guild.channels.values()) {
      const ids: string[] = [];
      for (const message of channel.messages.values()) {
        if (message.author.id === userId && snowflakeTime(message.id) >= sinceMs) {
          ids.push(message.id);
        }
      }
      deleteMessages(state, channel, ids);
    }
  }

  return {
    add(target, auditContext) {
      const { guildId, userId, deleteMessageSeconds = 0 } = target;
      const guild = findGuild(state, guildId);
      const { user } = findUser(state, userId);
      if (guild.bans.has(userId)) return;
      guild.bans.set(userId, { user, reason: auditContext.reason });
      if (guild.members.has(userId)) removeMember(state, guild, userId);
      announce(GatewayDispatchEvents.GuildBanAdd, target);
      if (deleteMessageSeconds > 0) {
        deletePosts(guild, userId, state.clock.now() - deleteMessageSeconds * 1000);
      }
      const action = AuditLogEvent.MemberBanAdd;
      writeAuditLog(state, guild, { auditContext, action, targetId: userId });
    },

    remove(target, auditContext) {
      const guild = findGuild(state, target.guildId);
      if (!guild.bans.delete(target.userId)) throw apiError(RESTJSONErrorCodes.UnknownBan);
      announce(GatewayDispatchEvents.GuildBanRemove, target);
      const action = AuditLogEvent.MemberBanRemove;
      writeAuditLog(state, guild, { auditContext, action, targetId: target.userId });
    },
  };
}
