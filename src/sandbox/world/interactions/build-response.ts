import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  type APIApplicationCommandInteractionDataOption,
  type APIAttachment,
  type APIInteractionGuildMember,
  type APIMessage,
  type APIMessageInteraction,
} from 'discord-api-types/v10';

import { buildMessage } from '../messages/build-message.ts';
import type { MessageDraft } from '../messages/draft.ts';
import type { InteractionState } from './interaction-state.ts';
import { findChannel, type WorldState } from '../state.ts';

interface Answer {
  readonly draft: MessageDraft;
  readonly type: MessageType;
  readonly repliesTo: string | null;
}

/** Builds an interaction response without posting it. Stores its files. */
export function buildAnswer(
  state: WorldState,
  interaction: InteractionState,
  { draft, type, repliesTo }: Answer,
): APIMessage {
  const { applicationId, originalId, metadata } = interaction;
  const referencedId = repliesTo ?? menuTargetOf(interaction, type);
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
    ...(type === MessageType.Reply ? {} : oldMetadata(interaction)),
    ...(isEphemeral(built) ? { attachments: privately(built.attachments) } : {}),
    ...(referencedId === null
      ? {}
      : {
          message_reference: {
            type: MessageReferenceType.Default,
            message_id: referencedId,
            channel_id: channel.id,
            ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
          },
        }),
  };
}

/** The message that a message command was used on; the response refers to it. */
function menuTargetOf({ payload }: InteractionState, type: MessageType): string | null {
  if (type !== MessageType.ContextMenuCommand) return null;
  if (payload.type !== InteractionType.ApplicationCommand) return null;
  return payload.data.type === ApplicationCommandType.Message ? payload.data.target_id : null;
}

/**
 * The deprecated `interaction` of a response to a command. discord.py finds the buttons of a response by its id
 * (receiving-and-responding, message interaction object).
 */
function oldMetadata({ payload }: InteractionState): Pick<APIMessage, 'interaction'> {
  const user = payload.member?.user ?? payload.user;
  if (payload.type !== InteractionType.ApplicationCommand || user === undefined) return {};
  const { id, type, data } = payload;
  const options = data.type === ApplicationCommandType.ChatInput ? data.options : [];
  const name = [data.name, ...subcommandsOf(options)].join(' ');
  return {
    interaction: { id, type, name, user, ...partialMember(payload.member) },
  };
}

function partialMember(
  member: APIInteractionGuildMember | undefined,
): Pick<APIMessageInteraction, 'member'> {
  if (member === undefined) return {};
  const { user: _user, permissions: _permissions, ...partial } = member;
  return { member: partial };
}

function subcommandsOf(
  options: readonly APIApplicationCommandInteractionDataOption[] = [],
): string[] {
  const [option] = options;
  switch (option?.type) {
    case ApplicationCommandOptionType.SubcommandGroup:
      return [option.name, ...subcommandsOf(option.options)];
    case ApplicationCommandOptionType.Subcommand:
      return [option.name];
    default:
      return [];
  }
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

/** Marks files as belonging to an ephemeral message. */
export function privately(attachments: readonly APIAttachment[]): APIAttachment[] {
  return attachments.map((file) => ({ ...file, ephemeral: true }));
}
