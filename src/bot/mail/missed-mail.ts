import type { Client } from 'discord.js';
import { snowflakeAt } from '../../shared/snowflake.ts';
import type { Conversation, WrittenMessage } from '../domain/mail/mail.ts';
import { writtenMessage } from '../gateway/mail-events.ts';
import { classifyError } from '../rest/classify-error.ts';
import { getMessage, listMessages } from '../rest/rest.ts';

/** Reads direct messages and threads. Throws when Discord does not answer. */
export function createMailHistory(client: Client) {
  const selfId = (): string => client.user?.id ?? '';

  /** Oldest first. Empty where the bot may not read. */
  async function after(channelId: string, messageId: string): Promise<WrittenMessage[]> {
    try {
      const { messages } = await listMessages(client.rest, channelId, { after: messageId });
      return messages.toReversed().flatMap((each) => writtenMessage(each, selfId()) ?? []);
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'refused') return [];
      throw error;
    }
  }

  /** Null: it was deleted, or no person wrote it. */
  async function one(channelId: string, messageId: string): Promise<WrittenMessage | null> {
    try {
      return writtenMessage(await getMessage(client.rest, channelId, messageId), selfId());
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'refused') return null;
      throw error;
    }
  }

  return {
    /** A message and those after it, oldest first. */
    async from(channelId: string, messageId: string): Promise<WrittenMessage[]> {
      const first = await one(channelId, messageId);
      return [...(first === null ? [] : [first]), ...(await after(channelId, messageId))];
    },
    /** What was written in an open conversation since the bot last saw something of it. */
    async missed(conversation: Conversation): Promise<{
      readonly inThread: readonly WrittenMessage[];
      readonly direct: readonly WrittenMessage[];
    }> {
      const { memberId, post, closed, openedAt, dmChannelId } = conversation;
      if (closed !== null) return { inThread: [], direct: [] };
      const inThread =
        post === null
          ? []
          : await after(post.messageId, conversation.threadSeenId ?? post.messageId);
      const direct =
        dmChannelId === null
          ? []
          : await after(dmChannelId, conversation.dmSeenId ?? snowflakeAt(openedAt));
      return { inThread, direct: direct.filter(({ by }) => by.id === memberId) };
    },
  };
}

export type MailHistory = ReturnType<typeof createMailHistory>;
