import { GatewayDispatchEvents as Event } from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';
import { channelAsSeen } from '../world/guilds/guild-create.ts';
import type { WorldState } from '../world/state.ts';
import { isMessageEvent, isExemptFromIntent, withoutContent } from './message-content.ts';

export interface Recipient {
  readonly userId: string;
  readonly seesContent: boolean;
}

/** The JSON of an event's data as a recipient gets it. A body that many recipients share is serialized once. */
export type EventBody = (recipient: Recipient) => string;

export function createEventBody(state: WorldState, event: WorldEvent): EventBody {
  let whole: string | null = null;
  const full = (): string => (whole ??= JSON.stringify(event.data));
  if (isChannelEvent(event)) {
    const channel = state.channels.get(event.data.id);
    return channel === undefined
      ? full
      : ({ userId }) => JSON.stringify(channelAsSeen(state, channel, userId));
  }
  if (event.type === Event.AutoModerationActionExecution) {
    const { content: _, matched_content: _matched, ...rest } = event.data;
    const withoutText = JSON.stringify({ ...rest, content: '', matched_content: '' });
    return ({ seesContent }) => (seesContent ? full() : withoutText);
  }
  if (!isMessageEvent(event)) return full;

  const message = event.data;
  const reply = message.referenced_message ?? null;
  const inGuild = event.guildId !== null;
  const stripped = new Map<string, string>();

  return ({ userId: recipientId, seesContent }) => {
    const showsMessage = seesContent || isExemptFromIntent(message, { recipientId, inGuild });
    const showsReply =
      seesContent || reply === null || isExemptFromIntent(reply, { recipientId, inGuild });
    if (showsMessage && showsReply) return full();
    const key = `${showsMessage} ${showsReply}`;
    const existing = stripped.get(key);
    if (existing !== undefined) return existing;
    const body = JSON.stringify({
      ...(showsMessage ? message : withoutContent(message)),
      ...(showsReply || reply === null ? {} : { referenced_message: withoutContent(reply) }),
    });
    stripped.set(key, body);
    return body;
  };
}

function isChannelEvent(
  event: WorldEvent,
): event is Extract<WorldEvent, { type: Event.ChannelUpdate }> {
  return (
    event.type === Event.ChannelCreate ||
    event.type === Event.ChannelUpdate ||
    event.type === Event.ChannelDelete
  );
}
