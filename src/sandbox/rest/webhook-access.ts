import { RESTJSONErrorCodes } from 'discord-api-types/v10';

import { apiError } from '../errors.ts';
import { findChannel } from '../world/state.ts';
import type { ChannelState, IncomingWebhook } from '../world/types.ts';
import type { World } from '../world/world.ts';
import type { PublicCall } from './api.ts';

/** Checks for requests with a webhook's token in their path. */
export interface WebhookAccess {
  /** Throws 50027 for a wrong token. */
  authenticated(call: PublicCall): IncomingWebhook;
  /** The webhook's channel, or one of its threads. Throws 10003 for any other. */
  target(webhook: IncomingWebhook, threadId: string | undefined): ChannelState;
}

export function createWebhookAccess({ webhooks, state }: World): WebhookAccess {
  return {
    authenticated(call) {
      const webhook = webhooks.find(call.id('webhook_id'));
      if (webhook.token === call.word('token')) return webhook;
      throw apiError(RESTJSONErrorCodes.InvalidWebhookToken);
    },

    target(webhook, threadId) {
      if (threadId === undefined) return findChannel(state, webhook.channel_id);
      const thread = findChannel(state, threadId);
      if (thread.parent_id === webhook.channel_id) return thread;
      throw apiError(RESTJSONErrorCodes.UnknownChannel);
    },
  };
}
