import type { WorldEvent } from '../world/events.ts';
import { isMessageEvent, isShownAnyway, withoutContent } from './message-content.ts';

/** Who the body of an event is written for. */
export interface Reader {
  readonly userId: string;
  readonly seesContent: boolean;
}

/** The JSON of an event's data, written at most once for all readers who get the same. */
export type EventBody = (reader: Reader) => string;

export function createEventBody(event: WorldEvent): EventBody {
  let whole: string | null = null;
  const full = (): string => (whole ??= JSON.stringify(event.data));
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
