import {
  GatewayDispatchEvents,
  MessageFlags,
  MessageType,
  RESTJSONErrorCodes,
  type APIMessage,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { dropAttachments } from '../messages/attachments.ts';
import { buildAnswer, hasFlag, isEphemeral, privately, responseType } from './build-response.ts';
import type { MessageDraft, MessageEdit } from '../messages/draft.ts';
import { editedMessage } from '../messages/edit-message.ts';
import { asFlags } from '../messages/flags.ts';
import { removeMessage } from '../messages/remove-message.ts';
import {
  findMessageOrEphemeral,
  type Acknowledgement,
  type InteractionState,
} from './interaction-state.ts';
import type { Interactions } from './interactions.ts';
import { audienceOf, postMessage, replaceMessage } from '../messages/post.ts';
import { findChannel, type WorldState } from '../state.ts';

/** The responses to an interaction. Callers validate the drafts and check that the interaction is open. */
export interface InteractionMessages {
  /** Acknowledges with a message, or with "thinking…". */
  respond(
    interaction: InteractionState,
    as: Extract<Acknowledgement, 'message' | 'deferred'>,
    draft: MessageDraft,
  ): APIMessage;
  /** Posts a follow-up; the first one after a deferral becomes the deferred response (create followup message). */
  followUp(interaction: InteractionState, draft: MessageDraft): APIMessage;
  /** `@original` or the id of one of the interaction's messages. */
  find(interaction: InteractionState, messageRef: string): APIMessage;
  edit(interaction: InteractionState, messageRef: string, edit: MessageEdit): APIMessage;
  /** Makes the component's message the `@original`. Throws 10008 when it was deleted. */
  adoptSource(interaction: InteractionState): APIMessage;
  delete(interaction: InteractionState, messageRef: string): void;
}

/** Stores the message in the channel or among the ephemeral ones, new or changed. */
function put(
  state: WorldState,
  interaction: InteractionState,
  message: APIMessage,
  isNew: boolean,
): void {
  const channel = findChannel(state, message.channel_id);
  if (isEphemeral(message)) {
    const { userId } = interaction;
    state.ephemerals.set(message.id, { message, userId });
    const type = isNew ? GatewayDispatchEvents.MessageCreate : GatewayDispatchEvents.MessageUpdate;
    state.emit({ type, data: message, ...privateAudience(interaction) });
  } else if (isNew) postMessage(state, channel, { message });
  else replaceMessage(state, channel, message);
}

function locate(state: WorldState, interaction: InteractionState, messageRef: string): APIMessage {
  const messageId = messageRef === '@original' ? interaction.originalId : messageRef;
  const isOwn =
    messageId !== null &&
    (messageId === interaction.originalId || interaction.followUpIds.includes(messageId));
  const { channelId } = interaction;
  const message = isOwn ? findMessageOrEphemeral(state, { messageId, channelId }) : null;
  if (message === null) throw apiError(RESTJSONErrorCodes.UnknownMessage);
  return message;
}

/** Ephemeral messages go to their user and to the bot, like direct messages (gateway-events, messages). */
function privateAudience({ channelId, userId, botUserId }: InteractionState) {
  return { guildId: null, channelId, userIds: [userId, botUserId] };
}

function markAnswered(interaction: InteractionState): void {
  interaction.isAnswered = true;
  interaction.isLoading = false;
}

export function createInteractionMessages(
  state: WorldState,
  interactions: Pick<Interactions, 'acknowledge' | 'setOriginal' | 'addFollowUp'>,
): InteractionMessages {
  const messages: InteractionMessages = {
    respond(interaction, as, draft) {
      const flags = (draft.flags ?? 0) | (as === 'deferred' ? MessageFlags.Loading : 0);
      const message = buildAnswer(state, interaction, {
        draft: { ...draft, flags },
        type: responseType(interaction),
        repliesTo: interaction.sourceMessageId,
      });
      interactions.setOriginal(interaction, message);
      put(state, interaction, message, true);
      interactions.acknowledge(interaction, as);
      return message;
    },

    followUp(interaction, draft) {
      if (interaction.isLoading) {
        const { content, embeds, components, files, allowedMentions, flags = 0 } = draft;
        return messages.edit(interaction, '@original', {
          content,
          embeds,
          components,
          files,
          allowedMentions,
          mayMentionEveryone: draft.mayMentionEveryone,
          flags: flags & ~MessageFlags.Ephemeral,
        });
      }
      const type = MessageType.Reply;
      const message = buildAnswer(state, interaction, {
        draft,
        type,
        repliesTo: interaction.originalId,
      });
      put(state, interaction, message, true);
      interactions.addFollowUp(interaction, message.id);
      return message;
    },

    find: (interaction, messageRef) => locate(state, interaction, messageRef),

    edit(interaction, messageRef, edit) {
      const message = locate(state, interaction, messageRef);
      const channel = findChannel(state, interaction.channelId);
      const wasLoading = hasFlag(message, MessageFlags.Loading);
      const edited = editedMessage(state, channel, { message, edit });
      // An edit keeps these flags of the message.
      const kept = (message.flags ?? 0) & (MessageFlags.Ephemeral | MessageFlags.HasThread);
      const changed: APIMessage = {
        ...edited,
        ...(isEphemeral(message) ? { attachments: privately(edited.attachments) } : {}),
        flags: asFlags(((edited.flags ?? 0) | kept) & ~MessageFlags.Loading),
        // The first content of a deferred message doesn't count as an edit.
        ...(wasLoading ? { edited_timestamp: null } : {}),
      };
      if (message.id === interaction.originalId) markAnswered(interaction);
      put(state, interaction, changed, false);
      return changed;
    },

    adoptSource(interaction) {
      const { sourceMessageId: messageId, channelId } = interaction;
      const source =
        messageId === null ? null : findMessageOrEphemeral(state, { messageId, channelId });
      if (source === null) throw apiError(RESTJSONErrorCodes.UnknownMessage);
      interactions.setOriginal(interaction, source);
      return source;
    },

    delete(interaction, messageRef) {
      const message = locate(state, interaction, messageRef);
      const channel = findChannel(state, interaction.channelId);
      if (message.id === interaction.originalId) markAnswered(interaction);
      const type = GatewayDispatchEvents.MessageDelete;
      const data = { id: message.id, channel_id: channel.id };
      if (isEphemeral(message)) {
        state.ephemerals.delete(message.id);
        dropAttachments(state, message.attachments);
        state.emit({ type, data, ...privateAudience(interaction) });
      } else {
        removeMessage(state, channel, message.id);
        const guild = channel.guildId === null ? {} : { guild_id: channel.guildId };
        state.emit({ type, data: { ...data, ...guild }, ...audienceOf(channel) });
      }
    },
  };
  return messages;
}
