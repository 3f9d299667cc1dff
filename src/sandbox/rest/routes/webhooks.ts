import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { z } from 'zod';

import { apiError } from '../../errors.ts';
import { isThreadOnly } from '../../world/channels/channel-state.ts';
import { findChannel } from '../../world/state.ts';
import type { ChannelState, IncomingWebhook } from '../../world/types.ts';
import { viewMessage } from '../../world/view.ts';
import type { Api, PublicCall } from '../api.ts';
import { draftOf } from '../drafts.ts';
import { isApplication, postFollowUp } from '../follow-ups.ts';
import { flagSchema, snowflakeSchema, textSchema } from '../forms/fields.ts';
import { executeWebhookSchema } from '../forms/message.ts';

const createSchema = z.object({ name: textSchema(80, 1) });
const executeQuerySchema = z.object({
  wait: flagSchema.default(false),
  thread_id: snowflakeSchema.optional(),
});

export function addWebhookRoutes({ route, publicRoute, world, access }: Api): void {
  const { webhooks, state } = world;

  route('POST /channels/:channel_id/webhooks', (call) => {
    const { channel, need } = access.guildChannel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.ManageWebhooks);
    return webhooks.create(channel.id, call.form(createSchema).name, call.auditContext);
  });

  route('GET /channels/:channel_id/webhooks', (call) => {
    const { channel, need } = access.guildChannel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.ManageWebhooks);
    return webhooks.list(channel.id);
  });

  route('GET /guilds/:guild_id/webhooks', (call) => {
    const { guild, need } = access.guild(call.actor, call.id('guild_id'));
    need(PermissionFlagsBits.ManageWebhooks);
    return [...guild.webhooks.values()];
  });

  route('GET /webhooks/:webhook_id', (call) => {
    const webhook = webhooks.find(call.id('webhook_id'));
    access.guild(call.actor, webhook.guild_id).need(PermissionFlagsBits.ManageWebhooks);
    return webhook;
  });

  route('DELETE /webhooks/:webhook_id', (call) => {
    const webhook = webhooks.find(call.id('webhook_id'));
    access.guild(call.actor, webhook.guild_id).need(PermissionFlagsBits.ManageWebhooks);
    webhooks.delete(webhook.id, call.auditContext);
  });

  publicRoute('GET /webhooks/:webhook_id/:token', (call) => {
    const { user: _, ...webhook } = authenticated(call);
    return webhook;
  });

  publicRoute('POST /webhooks/:webhook_id/:token', (call) => {
    if (isApplication(state, call.id('webhook_id'))) return postFollowUp(world, call);
    const webhook = authenticated(call);
    const { wait, thread_id: threadId } = call.query(executeQuerySchema);
    const form = call.form(executeWebhookSchema);
    const username = form.username ?? webhook.name;
    const draft = {
      ...draftOf(form, call.files, webhook.id),
      webhook: { id: webhook.id, username },
      mayMentionEveryone: true,
    };
    const channel = target(webhook, threadId);
    if (isThreadOnly(channel)) {
      if (!form.thread_name) {
        throw apiError(
          RESTJSONErrorCodes.WebhooksPostedToForumChannelsMustHaveAThreadNameOrThreadId,
        );
      }
      const post = { name: form.thread_name, message: draft };
      const auditContext = { byUserId: webhook.id, reason: null };
      const { message } = world.threads.startPost(channel.id, post, auditContext);
      return wait ? viewMessage(state, message, null) : undefined;
    }
    const message = world.messages.create(channel.id, draft);
    return wait ? viewMessage(state, message, null) : undefined;
  });

  function authenticated(call: PublicCall): IncomingWebhook {
    const webhook = webhooks.find(call.id('webhook_id'));
    if (webhook.token !== call.word('token')) {
      throw apiError(RESTJSONErrorCodes.InvalidWebhookToken);
    }
    return webhook;
  }

  /** The webhook's channel, or one of its threads. */
  function target(webhook: IncomingWebhook, threadId: string | undefined): ChannelState {
    if (threadId === undefined) return findChannel(state, webhook.channel_id);
    const thread = findChannel(state, threadId);
    if (thread.parent_id === webhook.channel_id) return thread;
    throw apiError(RESTJSONErrorCodes.UnknownChannel);
  }
}
