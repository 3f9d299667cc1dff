import { ChannelType, type APIChannel, type APIThreadChannel } from 'discord-api-types/v10';

import { createMessageStore } from '../messages/message-store.ts';
import { isThreadType } from '../guilds/permissions.ts';
import type { WorldState } from '../state.ts';
import type { ChannelPayload, ChannelState } from '../types.ts';

export function createChannelState(
  payload: ChannelPayload,
  recipientIds: readonly string[] = [],
): ChannelState {
  return {
    id: payload.id,
    guildId: payload.guild_id ?? null,
    payload,
    get type() {
      return this.payload.type;
    },
    get parent_id() {
      return this.payload.parent_id ?? null;
    },
    get permission_overwrites() {
      return this.payload.permission_overwrites ?? [];
    },
    messages: createMessageStore(),
    pins: new Map(),
    threadMembers: new Map(),
    recipientIds,
  };
}

export function isThread(channel: ChannelState): boolean {
  return isThreadType(channel.type);
}

/** Forum and media channels contain only threads. */
export function isThreadOnly(channel: ChannelState): boolean {
  return channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia;
}

/** Tells if messages can be posted directly in the channel. */
export function holdsMessages(channel: ChannelState): boolean {
  return !isThreadOnly(channel) && channel.type !== ChannelType.GuildCategory;
}

/** The channel as `viewerId` sees it: a DM shows the other participant. */
export function channelFor(state: WorldState, channel: ChannelState, viewerId: string): APIChannel {
  if (channel.type === ChannelType.DM) {
    const recipients = channel.recipientIds
      .filter((id) => id !== viewerId)
      .flatMap((id) => state.users.get(id)?.user ?? []);
    return asApiChannel({ ...channel.payload, recipients });
  }
  const member = channel.threadMembers.get(viewerId);
  if (member !== undefined) return asApiChannel({ ...channel.payload, member });
  return asApiChannel(channel.payload);
}

/** Casts the flat payload to the union of discord-api-types, which can't be built field by field. */
export function asApiChannel(payload: ChannelPayload): APIChannel {
  return payload as unknown as APIChannel;
}

/** Like `asApiChannel`, for the payload of a thread. */
export function asApiThread(payload: ChannelPayload): APIThreadChannel {
  return payload as unknown as APIThreadChannel;
}
