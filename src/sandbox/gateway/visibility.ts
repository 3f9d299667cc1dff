import { GatewayDispatchEvents as Event } from 'discord-api-types/v10';

import { isThread } from '../world/channel-state.ts';
import type { WorldEvent } from '../world/events.ts';
import { canView } from '../world/guild-create.ts';
import type { WorldState } from '../world/state.ts';
import type { ChannelState } from '../world/types.ts';

/** What a user can view, remembered: most events change nothing about it. */
export interface Visibility {
  canView(channelId: string): boolean;
  /** Whether the event may change what the user can view in its guild. */
  isChangedBy(event: WorldEvent): boolean;
  /** Looks anew. Returns the channels, without threads, of which the user was known to see more or less. */
  refresh(guildId: string): ChannelState[];
}

export function createVisibility(state: WorldState, userId: string): Visibility {
  /** By guild, whether each of its channels can be viewed. Threads are added when they are asked for. */
  const views = new Map<string, Map<string, boolean>>();

  function refresh(guildId: string): ChannelState[] {
    const before = views.get(guildId);
    const now = new Map<string, boolean>();
    const changed: ChannelState[] = [];
    for (const channel of state.guilds.get(guildId)?.channels.values() ?? []) {
      if (isThread(channel)) continue;
      const can = canView(state, channel, userId);
      now.set(channel.id, can);
      if (before?.has(channel.id) === true && before.get(channel.id) !== can) changed.push(channel);
    }
    views.set(guildId, now);
    return changed;
  }

  for (const guild of state.guilds.values()) if (guild.members.has(userId)) refresh(guild.id);

  return {
    refresh,
    canView(channelId) {
      const channel = state.channels.get(channelId);
      if (channel === undefined) return false;
      const known = views.get(channel.guildId ?? '');
      const can = known?.get(channelId) ?? canView(state, channel, userId);
      known?.set(channelId, can);
      return can;
    },
    isChangedBy(event) {
      switch (event.type) {
        case Event.GuildCreate:
        case Event.GuildUpdate:
        case Event.GuildRoleCreate:
        case Event.GuildRoleUpdate:
        case Event.GuildRoleDelete:
        case Event.ChannelCreate:
        case Event.ChannelUpdate:
        case Event.ChannelDelete:
        case Event.ThreadCreate:
        case Event.ThreadUpdate:
        case Event.ThreadMemberUpdate:
        case Event.ThreadMembersUpdate:
          return true;
        case Event.GuildMemberUpdate:
          return event.data.user.id === userId;
        default:
          return false;
      }
    },
  };
}
