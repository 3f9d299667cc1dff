import {
  AuditLogEvent,
  GatewayDispatchEvents,
  MessageFlags,
  RESTJSONErrorCodes,
  type APIMessage,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { writeAuditLog } from '../guilds/audit-log.ts';
import { buildMessage } from './build-message.ts';
import { holdsMessages } from '../channels/channel-state.ts';
import type { MessageDraft, MessageEdit } from './draft.ts';
import { editedMessage } from './edit-message.ts';
import { asFlags } from './flags.ts';
import { removeMessage } from './remove-message.ts';
import { createNonces } from './nonces.ts';
import { audienceOf, postMessage, replaceMessage } from './post.ts';
import { findChannel, findMessage, guildOf, type WorldState } from '../state.ts';
import { updateThread } from '../channels/thread-changes.ts';
import type { ChannelState, AuditContext } from '../types.ts';

export interface Messages {
  create(channelId: string, draft: MessageDraft): APIMessage;
  edit(target: { channelId: string; messageId: string }, edit: MessageEdit): APIMessage;
  /** Adds an audit log entry when the message is someone else's. */
  delete(target: { channelId: string; messageId: string }, auditContext: AuditContext): void;
  /** Deletes the messages that exist and ignores the other ids. */
  deleteBulk(
    target: { channelId: string; messageIds: readonly string[] },
    auditContext: AuditContext,
  ): void;
  /** Publishes a message of an announcement channel. The sandbox has no followers, so this only sets the flag. */
  crosspost(target: { channelId: string; messageId: string }): APIMessage;
}

export function createMessages(state: WorldState): Messages {
  const nonces = createNonces(state.clock);

  return {
    create(channelId, draft) {
      const channel = findChannel(state, channelId);
      if (!holdsMessages(channel)) {
        throw apiError(RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel);
      }
      const { nonce, authorId } = draft;
      if (draft.enforceNonce === true && nonce !== undefined) {
        const earlier = nonces.find(authorId, nonce);
        const repeated =
          earlier && state.channels.get(earlier.channelId)?.messages.get(earlier.messageId);
        if (repeated !== undefined) return repeated;
      }
      const message = buildMessage(state, channel, { draft, id: state.newId() });
      if (nonce !== undefined) {
        nonces.remember(authorId, nonce, { channelId, messageId: message.id });
      }
      // Discord reopens an archived thread when someone posts in it.
      if (channel.payload.thread_metadata?.archived === true) {
        updateThread(state, channel, { archived: false });
      }
      postMessage(state, channel, { message, nonce });
      return message;
    },

    edit({ channelId, messageId }, edit) {
      const channel = findChannel(state, channelId);
      const message = findMessage(channel, messageId);
      if (message.poll !== undefined) throw apiError(RESTJSONErrorCodes.CannotEditAPollMessage);
      const edited = editedMessage(state, channel, { message, edit });
      replaceMessage(state, channel, edited);
      return edited;
    },

    delete({ channelId, messageId }, auditContext) {
      const channel = findChannel(state, channelId);
      const message = removeMessage(state, channel, messageId);
      if (message === undefined) throw apiError(RESTJSONErrorCodes.UnknownMessage);
      state.emit({
        type: GatewayDispatchEvents.MessageDelete,
        data: {
          id: messageId,
          channel_id: channelId,
          ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
        },
        ...audienceOf(channel),
      });
      const guild = guildOf(state, channel);
      const { byUserId } = auditContext;
      const isBot = state.users.get(byUserId)?.user.bot === true;
      // Discord writes no entry about one's own message, nor about a single message that a bot deletes.
      if (guild === null || message.author.id === byUserId || isBot) return;
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.MessageDelete,
        targetId: message.author.id,
        options: { channel_id: channelId, count: '1' },
      });
    },

    deleteBulk({ channelId, messageIds }, auditContext) {
      const channel = findChannel(state, channelId);
      const ids = deleteMessages(state, channel, messageIds);
      const guild = guildOf(state, channel);
      if (guild === null || ids.length === 0) return;
      writeAuditLog(state, guild, {
        auditContext,
        action: AuditLogEvent.MessageBulkDelete,
        targetId: channelId,
        options: { count: String(ids.length) },
      });
    },

    crosspost({ channelId, messageId }) {
      const channel = findChannel(state, channelId);
      const message = findMessage(channel, messageId);
      const flags = message.flags ?? 0;
      if ((flags & MessageFlags.Crossposted) !== 0) {
        throw apiError(RESTJSONErrorCodes.ThisMessageWasAlreadyCrossposted);
      }
      const published: APIMessage = {
        ...message,
        flags: asFlags(flags | MessageFlags.Crossposted),
      };
      replaceMessage(state, channel, published);
      return published;
    },
  };
}

/** Deletes the messages that exist, with one event, and returns them. */
export function deleteMessages(
  state: WorldState,
  channel: ChannelState,
  messageIds: readonly string[],
): string[] {
  const ids = messageIds.filter((id) => removeMessage(state, channel, id) !== undefined);
  if (ids.length === 0) return ids;
  state.emit({
    type: GatewayDispatchEvents.MessageDeleteBulk,
    data: {
      ids,
      channel_id: channel.id,
      ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
    },
    ...audienceOf(channel),
  });
  return ids;
}
