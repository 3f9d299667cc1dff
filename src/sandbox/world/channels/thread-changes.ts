import { GatewayDispatchEvents, type APIThreadMetadata } from 'discord-api-types/v10';

import { asApiThread } from './channel-state.ts';
import { removeMessage } from '../messages/remove-message.ts';
import { isoNow, type WorldState } from '../state.ts';
import type { ChannelPayload, ChannelState, GuildState } from '../types.ts';

export type ThreadPatch = Partial<
  Pick<ChannelPayload, 'name' | 'rate_limit_per_user' | 'applied_tags' | 'flags'>
> &
  Partial<Pick<APIThreadMetadata, 'archived' | 'locked' | 'auto_archive_duration' | 'invitable'>>;

/** Updates the thread and emits THREAD_UPDATE. */
export function updateThread(state: WorldState, thread: ChannelState, patch: ThreadPatch): void {
  const { archived, locked, auto_archive_duration, invitable, ...fields } = patch;
  const before = thread.payload.thread_metadata;
  if (before === undefined) return;
  const metadata = {
    ...before,
    ...(archived === undefined || archived === before.archived
      ? {}
      : { archived, archive_timestamp: isoNow(state) }),
    ...(locked === undefined ? {} : { locked }),
    ...(auto_archive_duration === undefined ? {} : { auto_archive_duration }),
    ...(invitable === undefined ? {} : { invitable }),
  };
  thread.payload = { ...thread.payload, ...fields, thread_metadata: metadata };
  state.emit({
    type: GatewayDispatchEvents.ThreadUpdate,
    data: asApiThread(thread.payload),
    guildId: thread.guildId,
    channelId: thread.id,
    userIds: null,
  });
}

export function removeThread(state: WorldState, guild: GuildState, thread: ChannelState): void {
  state.emit({
    type: GatewayDispatchEvents.ThreadDelete,
    data: {
      id: thread.id,
      guild_id: guild.id,
      parent_id: thread.parent_id ?? '',
      type: thread.type,
    },
    guildId: guild.id,
    channelId: thread.id,
    userIds: null,
  });
  const ids = Array.from(thread.messages.values(), ({ id }) => id);
  for (const id of ids) removeMessage(state, thread, id);
  guild.channels.delete(thread.id);
  state.channels.delete(thread.id);
}
