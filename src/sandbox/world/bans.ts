import { AuditLogEvent, GatewayDispatchEvents, RESTJSONErrorCodes } from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import { snowflakeTime } from '../../lib/snowflake.ts';
import { writeAuditLog } from './audit-log.ts';
import { removeMember, type MemberTarget } from './members.ts';
import { deleteMessages } from './messages.ts';
import { findGuild, findUser, type WorldState } from './state.ts';
import type { Deed, GuildState } from './types.ts';

export interface Bans {
  /** Also of who is no member. Deletes what they posted in the last `deleteMessageSeconds`. */
  add(target: MemberTarget & { deleteMessageSeconds?: number | undefined }, deed: Deed): void;
  remove(target: MemberTarget, deed: Deed): void;
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
    add(target, deed) {
      const { guildId, userId, deleteMessageSeconds = 0 } = target;
      const guild = findGuild(state, guildId);
      const { user } = findUser(state, userId);
      if (guild.bans.has(userId)) return;
      guild.bans.set(userId, { user, reason: deed.reason });
      if (guild.members.has(userId)) removeMember(state, guild, userId);
      announce(GatewayDispatchEvents.GuildBanAdd, target);
      if (deleteMessageSeconds > 0) {
        deletePosts(guild, userId, state.clock.now() - deleteMessageSeconds * 1000);
      }
      const action = AuditLogEvent.MemberBanAdd;
      writeAuditLog(state, guild, { deed, action, targetId: userId });
    },

    remove(target, deed) {
      const guild = findGuild(state, target.guildId);
      if (!guild.bans.delete(target.userId)) throw refusal(RESTJSONErrorCodes.UnknownBan);
      announce(GatewayDispatchEvents.GuildBanRemove, target);
      const action = AuditLogEvent.MemberBanRemove;
      writeAuditLog(state, guild, { deed, action, targetId: target.userId });
    },
  };
}
