import {
  GatewayDispatchEvents,
  type APIChannel,
  type GatewayGuildCreateDispatchData,
  type GatewayGuildMemberRemoveDispatchData,
  type GatewayMessageDeleteBulkDispatchData,
  type GatewayMessageDeleteDispatchData,
  type GatewayThreadCreateDispatchData,
  type GatewayThreadListSyncDispatchData,
  type GatewayThreadUpdateDispatchData,
} from 'discord.js';
import { createReceiver, type ReceiveDeps } from './messages/receive.ts';
import { timeOf } from './messages/snapshot.ts';
import { channelsIn } from './watched-channels.ts';

/** Hands messages, deletions, guilds and opened threads to the handlers. */
export function createGuildEvents(deps: ReceiveDeps) {
  const { client, handlers, recentAuthors } = deps;
  const { receive } = createReceiver(deps);

  /** Called after discord.js has handled the event. If it throws, only this event is lost. */
  function handle(type: GatewayDispatchEvents, data: unknown): void {
    switch (type) {
      case GatewayDispatchEvents.MessageCreate:
      case GatewayDispatchEvents.MessageUpdate:
        receive(type, data);
        return;
      // Assumes the shape that Discord documents; if the data has another one, reading it throws.
      case GatewayDispatchEvents.GuildCreate:
        guildCreated(data as GatewayGuildCreateDispatchData);
        return;
      case GatewayDispatchEvents.ThreadCreate: {
        const thread = data as GatewayThreadCreateDispatchData;
        // A new thread is empty. If it isn't new, the bot was added to it.
        if (thread.newly_created !== true) threadsOpened(thread.guild_id, [thread]);
        return;
      }
      case GatewayDispatchEvents.ThreadUpdate: {
        const thread = data as GatewayThreadUpdateDispatchData;
        if (thread.thread_metadata?.archived !== true) {
          threadsOpened(thread.guild_id, [thread]);
        }
        return;
      }
      case GatewayDispatchEvents.ThreadListSync: {
        const { guild_id: guildId, threads } = data as GatewayThreadListSyncDispatchData;
        threadsOpened(guildId, threads);
        return;
      }
      case GatewayDispatchEvents.MessageDelete:
      case GatewayDispatchEvents.MessageDeleteBulk: {
        const deletion = data as
          | GatewayMessageDeleteDispatchData
          | GatewayMessageDeleteBulkDispatchData;
        const { guild_id: guildId, channel_id: channelId } = deletion;
        if (guildId === undefined) return;
        const isBulk = 'ids' in deletion;
        const messageIds = isBulk ? deletion.ids : [deletion.id];
        handlers.onDeleted({ guildId, channelId, messageIds, isBulk });
        return;
      }
      case GatewayDispatchEvents.GuildMemberUpdate:
      case GatewayDispatchEvents.GuildMemberRemove: {
        const { guild_id: guildId, user } = data as GatewayGuildMemberRemoveDispatchData;
        recentAuthors.forget(guildId, user.id);
        return;
      }
      default:
    }
  }

  function guildCreated(guild: GatewayGuildCreateDispatchData): void {
    if (guild.unavailable === true) return;
    const cached = client.guilds.cache.get(guild.id);
    // Guild Create may lack the key `unavailable`, and then discord.js leaves a guild from READY unavailable.
    if (cached !== undefined) cached.available = true;
    const channels = channelsIn([...guild.channels, ...guild.threads]);
    handlers.onGuildAvailable(guild.id, channels, timeOf(guild.joined_at));
  }

  /** Archived threads are in no list of their guild, so their messages are read when they open. */
  function threadsOpened(guildId: string | undefined, threads: readonly APIChannel[]): void {
    if (guildId !== undefined) handlers.onThreadsOpened(guildId, channelsIn(threads));
  }

  return { handle };
}
