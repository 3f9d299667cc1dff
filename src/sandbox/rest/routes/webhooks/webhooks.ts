import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { z } from 'zod';

import { apiError } from '../../../errors.ts';
import { isThreadOnly } from '../../../world/channels/channel-state.ts';
import type { IncomingWebhook } from '../../../world/types.ts';
import { viewMessage } from '../../../world/view.ts';
import type { Api } from '../../api.ts';
import type { Call } from '../../call.ts';
import { draftOf } from '../../drafts.ts';
import { isApplication, postFollowUp } from '../../follow-ups.ts';
import { flagSchema, snowflakeSchema, textSchema } from '../../forms/fields.ts';
import { executeWebhookSchema } from '../../forms/message.ts';
import { omitUndefined } from '../../omit-fields.ts';
import { createWebhookAccess } from '../../webhook-access.ts';

/** A webhook's avatar is not stored. */
const createSchema = z.object({ name: textSchema(80, 1) });
const editOwnSchema = z.object({ name: textSchema(80, 1).optional() });
const editSchema = editOwnSchema.extend({ channel_id: snowflakeSchema.optional() });
const executeQuerySchema = z.object({
  wait: flagSchema.default(false),
  thread_id: snowflakeSchema.optional(),
});

export function addWebhookRoutes({ route, publicRoute, world, access }: Api): void {
  const { webhooks, state } = world;
  const { authenticated, target } = createWebhookAccess(world);

  function managed(call: Call): IncomingWebhook {
    const webhook = webhooks.find(call.id('webhook_id'));
    access.guild(call.actor, webhook.guild_id).need(PermissionFlagsBits.ManageWebhooks);
    return webhook;
  }

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

  route('GET /webhooks/:webhook_id', managed);

  route('PATCH /webhooks/:webhook_id', (call) => {
    const { id, guild_id: guildId } = managed(call);
    const patch = omitUndefined(call.form(editSchema));
    const { channel_id: channelId } = patch;
    if (channelId !== undefined) {
      const { guild, need } = access.guildChannel(call.actor, channelId);
      need(PermissionFlagsBits.ManageWebhooks);
      if (guild.id !== guildId) throw apiError(RESTJSONErrorCodes.UnknownChannel);
    }
    return webhooks.update(id, patch, call.auditContext);
  });

  route('DELETE /webhooks/:webhook_id', (call) => {
    webhooks.delete(managed(call).id, call.auditContext);
  });

  publicRoute('GET /webhooks/:webhook_id/:token', (call) => withoutUser(authenticated(call)));

  publicRoute('PATCH /webhooks/:webhook_id/:token', (call) => {
    const { id } = authenticated(call);
    const patch = omitUndefined(call.form(editOwnSchema));
    return withoutUser(webhooks.update(id, patch, { byUserId: id, reason: null }));
  });

  publicRoute('DELETE /webhooks/:webhook_id/:token', (call) => {
    const { id } = authenticated(call);
    webhooks.delete(id, { byUserId: id, reason: null });
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
}

function withoutUser({ user: _user, ...webhook }: IncomingWebhook): Omit<IncomingWebhook, 'user'> {
  return webhook;
}
