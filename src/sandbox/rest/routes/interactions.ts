import {
  InteractionResponseType as Type,
  InteractionType,
  RESTJSONErrorCodes,
  type RESTPostAPIInteractionCallbackWithResponseResult,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { invalidField, apiError } from '../../errors.ts';
import {
  viewInteraction,
  type InteractionState,
} from '../../world/interactions/interaction-state.ts';
import { viewMessage } from '../../world/view.ts';
import type { Api, PublicCall } from '../api.ts';
import { editedFlags, editOf, leavesNothing } from '../drafts.ts';
import { interactionDraft, mayMentionEveryone } from '../follow-ups.ts';
import { callbackSchema, type Callback } from '../forms/callback.ts';
import { flagSchema } from '../forms/fields.ts';

const querySchema = z.object({ with_response: flagSchema.default(false) });

/** Create Interaction Response: how a bot acknowledges an interaction. */
export function addInteractionRoutes({ publicRoute, world }: Api): void {
  const { interactions, interactionMessages, state } = world;

  publicRoute('POST /interactions/:interaction_id/:token/callback', (call) => {
    const { with_response: withResponse } = call.query(querySchema);
    const callback = call.form(callbackSchema);
    const interaction = interactions.toAcknowledge(call.id('interaction_id'), call.word('token'));
    const allowed = allowedTypes(interaction);
    if (!allowed.includes(callback.type)) {
      throw invalidField(['type'], {
        code: 'BASE_TYPE_CHOICES',
        message: `Value must be one of {${allowed.join(', ')}}.`,
      });
    }
    acknowledge(interaction, callback, call);
    return withResponse ? responseOf(interaction, callback) : undefined;
  });

  function acknowledge(
    interaction: InteractionState,
    callback: Callback,
    { files }: PublicCall,
  ): void {
    switch (callback.type) {
      case Type.ChannelMessageWithSource: {
        const draft = interactionDraft(state, interaction, { form: callback.data, files });
        interactionMessages.respond(interaction, 'message', draft);
        return;
      }
      case Type.DeferredChannelMessageWithSource: {
        const flags = callback.data?.flags ?? 0;
        const draft = { authorId: interaction.botUserId, flags };
        interactionMessages.respond(interaction, 'deferred', draft);
        return;
      }
      case Type.DeferredMessageUpdate:
        interactionMessages.adoptSource(interaction);
        interactions.acknowledge(interaction, 'deferred-update');
        return;
      case Type.UpdateMessage: {
        const message = interactionMessages.adoptSource(interaction);
        const edit = editOf(callback.data, files);
        if (leavesNothing(message, edit)) {
          throw apiError(RESTJSONErrorCodes.CannotSendAnEmptyMessage);
        }
        interactionMessages.edit(interaction, message.id, {
          ...edit,
          flags: editedFlags(message, edit),
          mayMentionEveryone: mayMentionEveryone(state, interaction),
        });
        interactions.acknowledge(interaction, 'update');
        return;
      }
      case Type.ApplicationCommandAutocompleteResult:
        interaction.choices = callback.data.choices.map(({ name, value }) => ({ name, value }));
        interactions.acknowledge(interaction, 'choices');
        return;
      case Type.Modal:
        interaction.modal = callback.data;
        interactions.acknowledge(interaction, 'modal');
    }
  }

  function responseOf(
    interaction: InteractionState,
    { type }: Callback,
  ): RESTPostAPIInteractionCallbackWithResponseResult {
    const { original, isLoading, isEphemeral } = viewInteraction(state, interaction);
    const isMessage = type === Type.ChannelMessageWithSource || type === Type.UpdateMessage;
    return {
      interaction: {
        id: interaction.id,
        type: interaction.type,
        ...(original === null
          ? {}
          : {
              response_message_id: original.id,
              response_message_loading: isLoading,
              response_message_ephemeral: isEphemeral,
            }),
      },
      resource: {
        type,
        ...(isMessage && original !== null ? { message: viewMessage(state, original, null) } : {}),
      },
    };
  }
}

function allowedTypes({ type, sourceMessageId }: InteractionState): Type[] {
  const messages = [Type.ChannelMessageWithSource, Type.DeferredChannelMessageWithSource];
  const updates = sourceMessageId === null ? [] : [Type.DeferredMessageUpdate, Type.UpdateMessage];
  switch (type) {
    case InteractionType.ApplicationCommandAutocomplete:
      return [Type.ApplicationCommandAutocompleteResult];
    case InteractionType.ModalSubmit:
      return [...messages, ...updates];
    default:
      return [...messages, ...updates, Type.Modal];
  }
}
