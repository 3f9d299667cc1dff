import type { Clock } from '../../../shared/clock.ts';
import type { MailEntry } from '../../domain/mail/mail.ts';
import { wantPost } from '../posts.ts';
import type { StateDatabase } from '../tables.ts';
import type { MailReads } from './mail-reads.ts';
import { conversationPost, entryPost, isOfMember } from './mail-rows.ts';

export type NewEntry = Pick<
  MailEntry,
  'guildId' | 'id' | 'memberId' | 'kind' | 'byId' | 'text' | 'files' | 'writtenAt'
> & { readonly expiresAt: number };

/** The writes that several operations share, as parts of their transactions. */
export function createMailWrites({ locked }: Pick<MailReads, 'locked'>, clock: Pick<Clock, 'now'>) {
  function wantEntry(
    transaction: StateDatabase,
    { guildId, id }: Pick<MailEntry, 'guildId' | 'id'>,
  ): Promise<void> {
    const post = { ...entryPost(guildId, id), urgency: 'ordinary' } as const;
    return wantPost(transaction, post, clock.now());
  }

  function wantConversation(
    transaction: StateDatabase,
    guildId: string,
    memberId: string,
  ): Promise<void> {
    const post = { ...conversationPost(guildId, memberId), urgency: 'ordinary' } as const;
    return wantPost(transaction, post, clock.now());
  }

  return {
    wantEntry,
    wantConversation,
    /** False: it is stored already. */
    async insert(transaction: StateDatabase, entry: NewEntry): Promise<boolean> {
      const { numInsertedOrUpdatedRows: inserted } = await transaction
        .insertInto('mail_entries')
        .values({
          guild_id: entry.guildId,
          entry_id: entry.id,
          member_id: entry.memberId,
          kind: entry.kind,
          by_id: entry.byId,
          text: entry.text,
          files: JSON.stringify(entry.files),
          deleted: 0,
          delivery: 'waiting',
          written_at: entry.writtenAt,
          expires_at: entry.expiresAt,
        })
        .onConflict((conflict) => conflict.columns(['guild_id', 'entry_id']).doNothing())
        .executeTakeFirstOrThrow();
      if (inserted === 0n) return false;
      await wantEntry(transaction, entry);
      return true;
    },
    /** Opens a conversation, or opens it again. */
    async open(
      transaction: StateDatabase,
      { guildId, memberId }: { readonly guildId: string; readonly memberId: string },
      { name, expiresAt }: { readonly name: string | null; readonly expiresAt: number },
    ): Promise<void> {
      const existing = await locked(transaction, guildId, memberId);
      if (existing === null) {
        const values = {
          member_name: name ?? memberId,
          opened_at: clock.now(),
          closed_at: null,
          blocked_by: null,
          channel_id: null,
          thread_id: null,
          thread_seen_id: null,
          expires_at: expiresAt,
        };
        await transaction
          .insertInto('mail_conversations')
          .values({ guild_id: guildId, member_id: memberId, ...values })
          .onConflict((conflict) => conflict.columns(['guild_id', 'member_id']).doUpdateSet(values))
          .execute();
      } else {
        await transaction
          .updateTable('mail_conversations')
          .set({
            ...(name === null ? {} : { member_name: name }),
            ...(existing.closed === null
              ? {}
              : { opened_at: clock.now(), closed_at: null, closed_by: null, closing_note: null }),
            ...(existing.blockedById === null ? { expires_at: expiresAt } : {}),
          })
          .where(isOfMember(guildId, memberId))
          .execute();
      }
      if (existing === null || existing.closed !== null || existing.post === null) {
        await wantConversation(transaction, guildId, memberId);
      }
    },
  };
}

export type MailWrites = ReturnType<typeof createMailWrites>;
