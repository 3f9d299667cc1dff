import { RESTJSONErrorCodes, type APIMessage } from 'discord-api-types/v10';
import { z } from 'zod';

import { apiError } from '../../../errors.ts';
import type { MessageEdit } from '../../../world/messages/draft.ts';
import { findMessage } from '../../../world/state.ts';
import { viewMessage } from '../../../world/view.ts';
import type { Api, PublicCall } from '../../api.ts';
import { editedFlags, editOf, leavesNothing } from '../../drafts.ts';
import { isApplication, mayMentionEveryone } from '../../follow-ups.ts';
import { snowflakeSchema } from '../../forms/fields.ts';
import { editMessageSchema } from '../../forms/message.ts';
import { createWebhookAccess } from '../../webhook-access.ts';

const PATH = '/webhooks/:webhook_id/:token/messages/:message_id';

const querySchema = z.object({ thread_id: snowflakeSchema.optional() });

interface SentMessage {
  readonly message: APIMessage;
  readonly mayMentionEveryone: boolean;
  edit(edit: MessageEdit): APIMessage;
  delete(): void;
}

/**
 * Reads, edits and deletes messages by the token they were sent with: an incoming webhook's, or an interaction's. For posting,
 * see webhooks.ts.
 */
export function addWebhookMessageRoutes({ publicRoute, world }: Api): void {
  const { interactions, interactionMessages, messages, state } = world;
  const webhookAccess = createWebhookAccess(world);

  function sentMessage(call: PublicCall): SentMessage {
    return isApplication(state, call.id('webhook_id')) ? byInteraction(call) : byWebhook(call);
  }

  function byInteraction(call: PublicCall): SentMessage {
    const interaction = interactions.byToken(call.id('webhook_id'), call.word('token'));
    const messageRef = call.word('message_id');
    return {
      message: interactionMessages.find(interaction, messageRef),
      mayMentionEveryone: mayMentionEveryone(state, interaction),
      edit: (edit) => interactionMessages.edit(interaction, messageRef, edit),
      delete: () => interactionMessages.delete(interaction, messageRef),
    };
  }

  function byWebhook(call: PublicCall): SentMessage {
    const webhook = webhookAccess.authenticated(call);
    const channel = webhookAccess.target(webhook, call.query(querySchema).thread_id);
    const message = findMessage(channel, call.id('message_id'));
    if (message.webhook_id !== webhook.id) throw apiError(RESTJSONErrorCodes.UnknownMessage);
    const target = { channelId: channel.id, messageId: message.id };
    return {
      message,
      mayMentionEveryone: true,
      edit: (edit) => messages.edit(target, edit),
      delete: () => messages.delete(target, { byUserId: webhook.id, reason: null }),
    };
  }

  publicRoute(`GET ${PATH}`, (call) => viewMessage(state, sentMessage(call).message, null));

  publicRoute(`PATCH ${PATH}`, (call) => {
    const sent = sentMessage(call);
    const edit = editOf(call.form(editMessageSchema), call.files);
    if (leavesNothing(sent.message, edit)) {
      throw apiError(RESTJSONErrorCodes.CannotSendAnEmptyMessage);
    }
    const edited = sent.edit({
      ...edit,
      flags: editedFlags(sent.message, edit),
      mayMentionEveryone: sent.mayMentionEveryone,
    });
    return viewMessage(state, edited, null);
  });

  publicRoute(`DELETE ${PATH}`, (call) => sentMessage(call).delete());
}
