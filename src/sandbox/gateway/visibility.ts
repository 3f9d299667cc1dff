import { GatewayDispatchEvents as Event } from 'discord-api-types/v10';

import { isThread } from '../world/channels/channel-state.ts';
import type { WorldEvent } from '../world/events.ts';
import { canView } from '../world/guilds/guild-create.ts';
import type { WorldState } from '../world/state.ts';
import type { ChannelState } from '../world/types.ts';

/** A cache of the channels a user can view: most events don't change it. */
export interface Visibility {
  canView(channelId: string): boolean;
  /** True if the event may change the user's view of its guild. */
  isChangedBy(event: WorldEvent): boolean;
  /** Recomputes the guild. Returns the channels, without threads, whose visibility changed. */
  refresh(guildId: string): ChannelState[];
}

export function createVisibility(state: WorldState, userId: string): Visibility {
  /** By guild, then by channel. Threads are added on first use. */
  const views = new Map<string, Map<string, boolean>>();

  function refresh(guildId: string): ChannelState[] {
    const previous = views.get(guildId);
    const current = new Map<string, boolean>();
    const changed: ChannelState[] = [];
    for (const channel of state.guilds.get(guildId)?.channels.values() ?? []) {
      if (isThread(channel)) continue;
      const can = canView(state, channel, userId);
      current.set(channel.id, can);
      if (previous?.has(channel.id) === true && previous.get(channel.id) !== can) {
        changed.push(channel);
      }
    }
    views.set(guildId, current);
    return changed;
  }

  for (const guild of state.guilds.values()) if (guild.members.has(userId)) refresh(guild.id);

  return {
    refresh,
    canView(channelId) {
      const channel = state.channels.get(channelId);
      if (channel === undefined) return false;
      const guildViews = views.get(channel.guildId ?? '');
      const can = guildViews?.get(channelId) ?? canView(state, channel, userId);
      guildViews?.set(channelId, can);
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
