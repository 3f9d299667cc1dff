import {
  AuditLogEvent,
  GatewayDispatchEvents,
  MessageReferenceType,
  MessageType,
  RESTJSONErrorCodes,
  type APIMessage,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { writeAuditLog } from '../guilds/audit-log.ts';
import type { MessageTarget } from './polls.ts';
import { audienceOf, postSystemMessage, replaceMessage } from './post.ts';
import { findChannel, findMessage, guildOf, isoNow, type WorldState } from '../state.ts';
import type { ChannelState, AuditContext } from '../types.ts';

const MAX_PINS = 250;

export interface Pins {
  add(target: MessageTarget, auditContext: AuditContext): void;
  remove(target: MessageTarget, auditContext: AuditContext): void;
  /** Newest pin first. */
  list(channelId: string): { pinnedAt: string; message: APIMessage }[];
}

export function createPins(state: WorldState): Pins {
  function announce(channel: ChannelState): void {
    const last_pin_timestamp = [...channel.pins.values()].at(-1) ?? null;
    channel.payload = { ...channel.payload, last_pin_timestamp };
    state.emit({
      type: GatewayDispatchEvents.ChannelPinsUpdate,
      data: {
        channel_id: channel.id,
        ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
        last_pin_timestamp,
      },
      ...audienceOf(channel),
    });
  }

  function audit(
    channel: ChannelState,
    { message, action }: { message: APIMessage; action: AuditLogEvent },
    auditContext: AuditContext,
  ): void {
    const guild = guildOf(state, channel);
    if (guild === null) return;
    writeAuditLog(state, guild, {
      auditContext,
      action,
      targetId: message.author.id,
      options: { channel_id: channel.id, message_id: message.id },
    });
  }

  return {
    add({ channelId, messageId }, auditContext) {
      const channel = findChannel(state, channelId);
      const message = findMessage(channel, messageId);
      if (message.pinned) return;
      if (channel.pins.size >= MAX_PINS) {
        throw apiError(RESTJSONErrorCodes.MaximumNumberOfPinsReachedForTheChannel);
      }
      channel.pins.set(messageId, isoNow(state));
      replaceMessage(state, channel, { ...message, pinned: true });
      announce(channel);
      postSystemMessage(state, channel, {
        type: MessageType.ChannelPinnedMessage,
        authorId: auditContext.byUserId,
        reference: {
          type: MessageReferenceType.Default,
          channel_id: channelId,
          message_id: messageId,
          ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
        },
      });
      audit(channel, { message, action: AuditLogEvent.MessagePin }, auditContext);
    },

    remove({ channelId, messageId }, auditContext) {
      const channel = findChannel(state, channelId);
      const message = findMessage(channel, messageId);
      if (!channel.pins.delete(messageId)) return;
      replaceMessage(state, channel, { ...message, pinned: false });
      announce(channel);
      audit(channel, { message, action: AuditLogEvent.MessageUnpin }, auditContext);
    },

    list(channelId) {
      const channel = findChannel(state, channelId);
      return [...channel.pins]
        .reverse()
        .map(([id, pinnedAt]) => ({ pinnedAt, message: findMessage(channel, id) }));
    },
  };
}
