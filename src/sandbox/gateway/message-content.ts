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
 * Whether a reader without the MESSAGE_CONTENT intent is still shown this message's content: in DMs, in its
 * own messages and where it is mentioned (events/gateway, message content intent).
 */
export function isShownAnyway(
  message: Pick<MessageData, 'author' | 'mentions'>,
  { readerId, inGuild }: { readerId: string; inGuild: boolean },
): boolean {
  return (
    !inGuild ||
    message.author.id === readerId ||
    message.mentions.some((user) => user.id === readerId)
  );
}

/** The message as a reader without the intent gets it: what people wrote is left empty. */
export function withoutContent<M extends Partial<MessageData>>(message: M): M {
  const { poll: _poll, ...rest } = message;
  // Only optional or emptied fields differ, which the generic spread can't show the compiler.
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
