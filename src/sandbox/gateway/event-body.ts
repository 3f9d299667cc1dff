import { GatewayDispatchEvents as Event } from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';
import { channelAsSeen } from '../world/guild-create.ts';
import type { WorldState } from '../world/state.ts';
import { isMessageEvent, isShownAnyway, withoutContent } from './message-content.ts';

/** Who the body of an event is written for. */
export interface Reader {
  readonly userId: string;
  readonly seesContent: boolean;
}

/** The JSON of an event's data, written at most once for all readers who get the same. */
export type EventBody = (reader: Reader) => string;

export function createEventBody(state: WorldState, event: WorldEvent): EventBody {
  let whole: string | null = null;
  const full = (): string => (whole ??= JSON.stringify(event.data));
  if (isChannelEvent(event)) {
    const channel = state.channels.get(event.data.id);
    return channel === undefined
      ? full
      : ({ userId }) => JSON.stringify(channelAsSeen(state, channel, userId));
  }
  if (!isMessageEvent(event)) return full;

  const message = event.data;
  const reply = message.referenced_message ?? null;
  const inGuild = event.guildId !== null;
  const stripped = new Map<string, string>();

  return ({ userId: readerId, seesContent }) => {
    const showsMessage = seesContent || isShownAnyway(message, { readerId, inGuild });
    const showsReply = seesContent || reply === null || isShownAnyway(reply, { readerId, inGuild });
    if (showsMessage && showsReply) return full();
    const key = `${showsMessage} ${showsReply}`;
    const known = stripped.get(key);
    if (known !== undefined) return known;
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
