import { RESTJSONErrorCodes } from 'discord-api-types/v10';

import { apiError, routeNotFound } from '../../errors.ts';
import type { InteractionState } from '../../world/interactions/interaction-state.ts';
import { viewMessage } from '../../world/view.ts';
import type { Api, PublicCall } from '../api.ts';
import { editedFlags, editOf, leavesNothing } from '../drafts.ts';
import { isApplication, mayMentionEveryone } from '../follow-ups.ts';
import { editMessageSchema } from '../forms/message.ts';

const PATH = '/webhooks/:webhook_id/:token/messages/:message_id';

/** Interaction responses and follow-ups by interaction token. Create Followup Message is in webhooks.ts. */
export function addInteractionWebhookRoutes({ publicRoute, world }: Api): void {
  const { interactions, interactionMessages, state } = world;

  /** The sandbox doesn't serve the messages of incoming webhooks on these routes. */
  function interactionOf(call: PublicCall): InteractionState {
    const applicationId = call.id('webhook_id');
    if (!isApplication(state, applicationId)) throw routeNotFound();
    return interactions.byToken(applicationId, call.word('token'));
  }

  publicRoute(`GET ${PATH}`, (call) => {
    const interaction = interactionOf(call);
    const message = interactionMessages.find(interaction, call.word('message_id'));
    return viewMessage(state, message, null);
  });

  publicRoute(`PATCH ${PATH}`, (call) => {
    const interaction = interactionOf(call);
    const message = interactionMessages.find(interaction, call.word('message_id'));
    const edit = editOf(call.form(editMessageSchema), call.files);
    if (leavesNothing(message, edit)) throw apiError(RESTJSONErrorCodes.CannotSendAnEmptyMessage);
    const edited = interactionMessages.edit(interaction, message.id, {
      ...edit,
      flags: editedFlags(message, edit),
      mayMentionEveryone: mayMentionEveryone(state, interaction),
    });
    return viewMessage(state, edited, null);
  });

  publicRoute(`DELETE ${PATH}`, (call) => {
    interactionMessages.delete(interactionOf(call), call.word('message_id'));
  });
}
