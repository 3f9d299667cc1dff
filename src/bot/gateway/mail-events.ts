import {
  GatewayDispatchEvents,
  MessageType,
  type APIBaseMessage,
  type APIMessage,
  type GatewayMessageDeleteBulkDispatchData,
} from 'discord.js';
import { z } from 'zod';
import { SNOWFLAKE_PATTERN } from '../../shared/snowflake.ts';
import type { WrittenMessage } from '../domain/mail/mail.ts';
import { buttonIds } from '../rest/find-post.ts';
import type { MailHandlers } from './handlers.ts';
import { attachmentsOf } from './messages/attachments.ts';
import { partsOf } from './messages/message-text.ts';
import { readMessage } from './messages/snapshot.ts';

const deletionSchema = z.looseObject({
  id: z.string().regex(SNOWFLAKE_PATTERN),
  channel_id: z.string(),
  guild_id: z.string().optional(),
});

/** Hands over direct messages, and messages in the threads of members' conversations. Throws if the event is malformed. */
export function handleMailEvent(
  type: GatewayDispatchEvents,
  data: unknown,
  { selfId, handlers }: { readonly selfId: string; readonly handlers: MailHandlers },
): void {
  switch (type) {
    case GatewayDispatchEvents.MessageCreate:
    case GatewayDispatchEvents.MessageUpdate: {
      // Nearly every message is in another channel of a server.
      const { guild_id: guildId, channel_id: channelId } = data as {
        guild_id?: string;
        channel_id?: string;
      };
      if (guildId !== undefined && !handlers.isThread(channelId ?? '')) return;
      const message = writtenMessage(readMessage(data), selfId);
      if (message === null) return;
      const isNew = type === GatewayDispatchEvents.MessageCreate;
      handlers.onWritten({ guildId: guildId ?? null, message, isNew });
      return;
    }
    case GatewayDispatchEvents.MessageDelete: {
      const { id, channel_id: channelId, guild_id: guildId = null } = deletionSchema.parse(data);
      if (guildId === null || isOfMail({ channelId, messageId: id }, handlers)) {
        handlers.onDeleted({ guildId, messageId: id });
      }
      return;
    }
    case GatewayDispatchEvents.MessageDeleteBulk: {
      const {
        ids,
        channel_id: channelId,
        guild_id: guildId = null,
      } = data as GatewayMessageDeleteBulkDispatchData;
      for (const messageId of ids) {
        if (isOfMail({ channelId, messageId }, handlers)) {
          handlers.onDeleted({ guildId, messageId });
        }
      }
      return;
    }
    default:
  }
}

/** Whether it is in a thread, or the post above one: that has the thread's id. */
function isOfMail(
  { channelId, messageId }: { readonly channelId: string; readonly messageId: string },
  { isThread }: Pick<MailHandlers, 'isThread'>,
): boolean {
  return isThread(channelId) || isThread(messageId);
}

/** Null: no person wrote it. */
export function writtenMessage(
  message: APIBaseMessage & Partial<Pick<APIMessage, 'referenced_message'>>,
  selfId: string,
): WrittenMessage | null {
  const { id, channel_id: channelId, author, type, webhook_id: webhookId } = message;
  const isWritten = type === MessageType.Default || type === MessageType.Reply;
  if (author.bot === true || author.id === selfId || webhookId !== undefined || !isWritten) {
    return null;
  }
  const texts = partsOf(message, null, () => undefined).filter(
    // Files are links of their own, and embeds are previews of links in the text.
    ({ kind }) => kind !== 'attachment' && kind !== 'embed',
  );
  const answered = message.referenced_message;
  return {
    id,
    channelId,
    by: { id: author.id, name: author.global_name ?? author.username },
    text: texts.map(({ text }) => text).join('\n'),
    files: attachmentsOf(message).map(({ filename, url }) => ({ name: filename, url })),
    repliesTo: answered?.author?.id === selfId ? buttonIds(answered) : [],
  };
}
