import type { APIMessage } from 'discord-api-types/v10';

import { dropAttachments } from './attachments.ts';
import type { WorldState } from '../state.ts';
import type { ChannelState } from '../types.ts';

/** Removes a message with its pin, reactions, votes and files. Emits nothing; undefined if it doesn't exist. */
export function removeMessage(
  state: WorldState,
  channel: ChannelState,
  messageId: string,
): APIMessage | undefined {
  const message = channel.messages.delete(messageId);
  if (message === undefined) return undefined;
  channel.pins.delete(messageId);
  state.reactions.delete(messageId);
  state.votes.delete(messageId);
  dropAttachments(state, message.attachments);
  for (const snapshot of message.message_snapshots ?? []) {
    dropAttachments(state, snapshot.message.attachments);
  }
  return message;
}
