import {
  GatewayDispatchEvents,
  MessageType,
  type APIGuildMember,
  type APIEmbed,
  type APIMessage,
  type APIMessageReference,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageEventExtraFields,
  type TextChannelType,
} from 'discord-api-types/v10';

import { isThread } from '../channels/channel-state.ts';
import { NO_FLAGS } from './flags.ts';
import { findUser, guildOf, isoNow, type WorldState } from '../state.ts';
import { joinThread } from '../channels/thread-members.ts';
import type { ChannelState, GuildState } from '../types.ts';
import { viewMessage } from '../view.ts';

/** Adds a message to its channel and emits MESSAGE_CREATE. The nonce is emitted but not stored. */
export function postMessage(
  state: WorldState,
  channel: ChannelState,
  { message, nonce }: { message: APIMessage; nonce?: string | number | undefined },
): void {
  channel.messages.set(message);
  countMessage(state, channel, message);
  const data: GatewayMessageCreateDispatchData = {
    ...eventData(state, channel, message),
    ...(nonce === undefined ? {} : { nonce }),
  };
  state.emit({ type: GatewayDispatchEvents.MessageCreate, data, ...audienceOf(channel) });
}

/** Replaces a message and emits MESSAGE_UPDATE with the full message. */
export function replaceMessage(
  state: WorldState,
  channel: ChannelState,
  message: APIMessage,
): void {
  channel.messages.set(message);
  const data = eventData(state, channel, message);
  state.emit({ type: GatewayDispatchEvents.MessageUpdate, data, ...audienceOf(channel) });
}

/** Posts a system message: a pin, a new thread, a poll's result. */
export function postSystemMessage(
  state: WorldState,
  channel: ChannelState,
  system: {
    readonly type: MessageType;
    readonly authorId: string;
    readonly content?: string;
    readonly reference?: APIMessageReference;
    readonly embeds?: readonly APIEmbed[];
    readonly mentionsAuthor?: boolean;
  },
): void {
  const author = findUser(state, system.authorId).user;
  const message: APIMessage = {
    id: state.newId(),
    channel_id: channel.id,
    type: system.type,
    author,
    content: system.content ?? '',
    timestamp: isoNow(state),
    edited_timestamp: null,
    tts: false,
    mentions: system.mentionsAuthor === true ? [author] : [],
    mention_roles: [],
    mention_everyone: false,
    attachments: [],
    embeds: [...(system.embeds ?? [])],
    components: [],
    pinned: false,
    flags: NO_FLAGS,
    ...(system.reference === undefined ? {} : { message_reference: system.reference }),
  };
  postMessage(state, channel, { message });
}

/** Recipients of a channel's events: both participants of a DM, or the members who can view the channel. */
export function audienceOf(channel: ChannelState): {
  guildId: string | null;
  channelId: string;
  userIds: readonly string[] | null;
} {
  return {
    guildId: channel.guildId,
    channelId: channel.id,
    userIds: channel.guildId === null ? channel.recipientIds : null,
  };
}

function countMessage(state: WorldState, channel: ChannelState, message: APIMessage): void {
  const { payload } = channel;
  if (!isThread(channel)) {
    channel.payload = { ...payload, last_message_id: message.id };
    return;
  }
  // Discord counts neither the first message of a thread nor system messages.
  const counts = message.id !== channel.id && message.type !== MessageType.ThreadStarterMessage;
  const increment = counts ? 1 : 0;
  channel.payload = {
    ...payload,
    last_message_id: message.id,
    message_count: (payload.message_count ?? 0) + increment,
    total_message_sent: (payload.total_message_sent ?? 0) + increment,
  };
  joinThread(state, channel, message.author.id);
}

function eventData(
  state: WorldState,
  channel: ChannelState,
  message: APIMessage,
): GatewayMessageCreateDispatchData {
  const guild = guildOf(state, channel);
  const channelType = channel.type as TextChannelType; // only text channels have messages
  const shown = viewMessage(state, message, null);
  if (guild === null) return { ...shown, channel_type: channelType };
  return { ...shown, ...guildFields(guild, message), channel_type: channelType };
}

function guildFields(guild: GuildState, message: APIMessage): GatewayMessageEventExtraFields {
  const member =
    message.webhook_id === undefined ? guild.members.get(message.author.id) : undefined;
  return {
    guild_id: guild.id,
    ...(member === undefined ? {} : { member: withoutUser(member) }),
    mentions: message.mentions.map((user) => {
      const mentioned = guild.members.get(user.id);
      return mentioned === undefined ? user : { ...user, member: withoutUser(mentioned) };
    }),
  };
}

function withoutUser(member: APIGuildMember): Omit<APIGuildMember, 'user'> {
  const { user: _, ...rest } = member;
  return rest;
}
