import {
  ApplicationCommandType,
  InteractionType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  type APIAttachment,
  type APIMessage,
} from 'discord-api-types/v10';

import { buildMessage } from '../messages/build-message.ts';
import type { MessageDraft } from '../messages/draft.ts';
import type { InteractionState } from './interaction-state.ts';
import { findChannel, type WorldState } from '../state.ts';

interface Answer {
  readonly draft: MessageDraft;
  readonly type: MessageType;
  /** The id of the referenced message. */
  readonly repliesTo: string | null;
}

/** Builds an interaction response without posting it. Stores its files. */
export function buildAnswer(
  state: WorldState,
  interaction: InteractionState,
  { draft, type, repliesTo }: Answer,
): APIMessage {
  const { applicationId, originalId, metadata } = interaction;
  const channel = findChannel(state, interaction.channelId);
  const built = buildMessage(state, channel, { draft, id: state.newId() });
  return {
    ...built,
    type,
    webhook_id: applicationId,
    application_id: applicationId,
    interaction_metadata:
      originalId !== null && type === MessageType.Reply
        ? { ...metadata, original_response_message_id: originalId }
        : metadata,
    ...(isEphemeral(built) ? { attachments: privately(built.attachments) } : {}),
    ...(repliesTo === null
      ? {}
      : {
          message_reference: {
            type: MessageReferenceType.Default,
            message_id: repliesTo,
            channel_id: channel.id,
            ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
          },
        }),
  };
}

/** The type of the initial response; follow-ups are replies. */
export function responseType({ type, payload }: InteractionState): MessageType {
  if (type !== InteractionType.ApplicationCommand) {
    return payload.message === undefined ? MessageType.Default : MessageType.Reply;
  }
  const isSlash =
    payload.type === InteractionType.ApplicationCommand &&
    payload.data.type === ApplicationCommandType.ChatInput;
  return isSlash ? MessageType.ChatInputCommand : MessageType.ContextMenuCommand;
}

export function isEphemeral(message: APIMessage): boolean {
  return hasFlag(message, MessageFlags.Ephemeral);
}

export function hasFlag({ flags = 0 }: { flags?: number }, flag: MessageFlags): boolean {
  return (flags & flag) !== 0;
}

/** The files of an ephemeral message. */
export function privately(attachments: readonly APIAttachment[]): APIAttachment[] {
  return attachments.map((file) => ({ ...file, ephemeral: true }));
}
