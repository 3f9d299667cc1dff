import type { Clock } from '../../../shared/clock.ts';
import type { MessageRef } from '../../domain/case.ts';
import {
  isForMember,
  undeliveredId,
  type Conversation,
  type MailEntry,
} from '../../domain/mail/mail.ts';
import { restartPost, type AlsoWrite } from '../posts.ts';
import type { MailReads } from './mail-reads.ts';
import { conversationPost, isEntry, isOfMember } from './mail-rows.ts';
import type { MailWrites } from './mail-writes.ts';

/** What the posts write when they are shown, or cannot be. */
export interface MailPostWrites {
  /** The moderators' post is shown: what waits for its thread can follow. */
  placed(conversation: Conversation, post: MessageRef): AlsoWrite;
  /** The moderators' post was deleted: there has to be another one, with a new thread. */
  moderatorPostGone(conversation: Conversation): AlsoWrite;
  /** The moderators' post cannot be shown: tells the member, once for each time the conversation is opened. */
  delayed(conversation: Conversation): AlsoWrite;
  delivered(entry: MailEntry, message: MessageRef): AlsoWrite;
  /** Tells the moderators that it did not reach the member. */
  refused(entry: MailEntry): AlsoWrite;
}

export function createMailPostWrites(
  { entries }: Pick<MailReads, 'entries'>,
  { insert, wantEntry, wantConversation }: MailWrites,
  clock: Pick<Clock, 'now'>,
): MailPostWrites {
  return {
    placed:
      ({ guildId, memberId }, { channelId, messageId }) =>
      async (transaction) => {
        await transaction
          .updateTable('mail_conversations')
          .set({ channel_id: channelId, thread_id: messageId })
          .where(isOfMember(guildId, memberId))
          .execute();
        const waiting = await entries(transaction)
          .where(isOfMember(guildId, memberId))
          .where('delivery', '=', 'waiting')
          .orderBy('entry_id')
          .execute();
        for (const { entry_id: id } of waiting) await wantEntry(transaction, { guildId, id });
      },
    moderatorPostGone:
      ({ guildId, memberId, post }) =>
      async (transaction) => {
        await transaction
          .updateTable('mail_conversations')
          .set({ channel_id: null, thread_id: null, thread_seen_id: null })
          .where(isOfMember(guildId, memberId))
          .where('thread_id', '=', post?.messageId ?? '')
          .execute();
        await restartPost(transaction, conversationPost(guildId, memberId));
        await wantConversation(transaction, guildId, memberId);
      },
    delayed:
      ({ guildId, memberId, openedAt }) =>
      async (transaction) => {
        const row = await transaction
          .selectFrom('mail_conversations')
          .select('expires_at')
          .where(isOfMember(guildId, memberId))
          .executeTakeFirst();
        if (row?.expires_at === undefined || row.expires_at === null) return;
        await insert(transaction, {
          guildId,
          id: `delayed:${memberId}:${openedAt}`,
          memberId,
          kind: 'delayed',
          byId: memberId,
          text: '',
          files: [],
          writtenAt: clock.now(),
          expiresAt: row.expires_at,
        });
      },
    delivered: (entry, message) => async (transaction) => {
      const { guildId, id, memberId } = entry;
      await transaction
        .updateTable('mail_entries')
        .set({ delivery: 'done' })
        .where(isEntry(guildId, id))
        .where('delivery', '=', 'waiting')
        .execute();
      if (!isForMember(entry)) return;
      await transaction
        .updateTable('mail_conversations')
        .set({ dm_channel_id: message.channelId })
        .where(isOfMember(guildId, memberId))
        .execute();
    },
    refused: (entry) => async (transaction) => {
      const { guildId, id, memberId, byId } = entry;
      const row = await transaction
        .updateTable('mail_entries')
        .set({ delivery: 'refused' })
        .where(isEntry(guildId, id))
        .returning('expires_at')
        .executeTakeFirst();
      if (row === undefined) return;
      await insert(transaction, {
        guildId,
        id: undeliveredId(id),
        memberId,
        kind: 'undelivered',
        byId,
        text: '',
        files: [],
        writtenAt: clock.now(),
        expiresAt: row.expires_at,
      });
    },
  };
}
