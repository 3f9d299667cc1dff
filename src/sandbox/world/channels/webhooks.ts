import {
  AuditLogEvent,
  GatewayDispatchEvents,
  RESTJSONErrorCodes,
  WebhookType,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { changesBetween, writeAuditLog } from '../guilds/audit-log.ts';
import { findChannel, findGuild, findUser, type WorldState } from '../state.ts';
import type { AuditContext, IncomingWebhook } from '../types.ts';

const MAX_PER_CHANNEL = 15;

export interface Webhooks {
  create(channelId: string, name: string, auditContext: AuditContext): IncomingWebhook;
  find(webhookId: string): IncomingWebhook;
  list(channelId: string): IncomingWebhook[];
  update(
    webhookId: string,
    patch: Partial<Pick<IncomingWebhook, 'name' | 'channel_id'>>,
    auditContext: AuditContext,
  ): IncomingWebhook;
  delete(webhookId: string, auditContext: AuditContext): void;
}

export function createWebhooks(state: WorldState): Webhooks {
  function announce({ guild_id, channel_id }: IncomingWebhook): void {
    state.emit({
      type: GatewayDispatchEvents.WebhooksUpdate,
      data: { guild_id, channel_id },
      guildId: guild_id,
      channelId: channel_id,
      userIds: null,
    });
  }

  const webhooks: Webhooks = {
    create(channelId, name, auditContext) {
      const channel = findChannel(state, channelId);
      const guild = findGuild(state, channel.guildId ?? '');
      if (webhooks.list(channelId).length >= MAX_PER_CHANNEL) {
        throw apiError(RESTJSONErrorCodes.MaximumNumberOfWebhooksReached);
      }
      const id = state.newId();
      const creator = findUser(state, auditContext.byUserId);
      const webhook: IncomingWebhook = {
        id,
        type: WebhookType.Incoming,
        guild_id: guild.id,
        channel_id: channelId,
        user: creator.user,
        name,
        avatar: null,
        token: Buffer.from(`${id}.${state.random()}`).toString('base64url'),
        application_id: creator.application?.id ?? null,
      };
      guild.webhooks.set(id, webhook);
      announce(webhook);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.WebhookCreate,
        targetId: id,
        changes: changesBetween({}, webhook, ['name', 'type', 'channel_id']),
      });
      return webhook;
    },

    find(webhookId) {
      for (const guild of state.guilds.values()) {
        const webhook = guild.webhooks.get(webhookId);
        if (webhook !== undefined) return webhook;
      }
      throw apiError(RESTJSONErrorCodes.UnknownWebhook);
    },

    list(channelId) {
      const guild = state.guilds.get(findChannel(state, channelId).guildId ?? '');
      return [...(guild?.webhooks.values() ?? [])].filter((hook) => hook.channel_id === channelId);
    },

    update(webhookId, patch, auditContext) {
      const before = webhooks.find(webhookId);
      const guild = findGuild(state, before.guild_id);
      const after = { ...before, ...patch };
      guild.webhooks.set(webhookId, after);
      announce(after);
      if (after.channel_id !== before.channel_id) announce(before);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.WebhookUpdate,
        targetId: webhookId,
        changes: changesBetween(before, after, ['name', 'channel_id']),
      });
      return after;
    },

    delete(webhookId, auditContext) {
      const webhook = webhooks.find(webhookId);
      const guild = findGuild(state, webhook.guild_id);
      guild.webhooks.delete(webhookId);
      announce(webhook);
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.WebhookDelete,
        targetId: webhookId,
      });
    },
  };
  return webhooks;
}
