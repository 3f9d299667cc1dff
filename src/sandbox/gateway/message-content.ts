import {
  GatewayDispatchEvents,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';

import type { WorldEvent } from '../world/events.ts';

type MessageData = GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData;
type MessageEvent = Extract<WorldEvent, { data: MessageData }>;

export function isMessageEvent(event: WorldEvent): event is MessageEvent {
  return (
    event.type === GatewayDispatchEvents.MessageCreate ||
    event.type === GatewayDispatchEvents.MessageUpdate
  );
}

/**
 * True where a recipient without the MESSAGE_CONTENT intent still gets the content: in DMs, in its own messages and
 * in messages that mention it (events/gateway, message content intent).
 */
export function isExemptFromIntent(
  message: Pick<MessageData, 'author' | 'mentions'>,
  { recipientId, inGuild }: { recipientId: string; inGuild: boolean },
): boolean {
  return (
    !inGuild ||
    message.author.id === recipientId ||
    message.mentions.some((user) => user.id === recipientId)
  );
}

/** The message without the fields that need the MESSAGE_CONTENT intent. */
export function withoutContent<M extends Partial<MessageData>>(message: M): M {
  const { poll: _poll, ...rest } = message;
  // The cast is safe: the spread only empties fields or omits optional ones.
  return {
    ...rest,
    content: '',
    embeds: [],
    attachments: [],
    components: [],
    ...(message.message_snapshots === undefined
      ? {}
      : {
          message_snapshots: message.message_snapshots.map((snapshot) => ({
            ...snapshot,
            message: {
              ...snapshot.message,
              content: '',
              embeds: [],
              attachments: [],
              components: [],
            },
          })),
        }),
  } as unknown as M;
}
