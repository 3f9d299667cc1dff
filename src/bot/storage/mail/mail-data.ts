import { sql } from 'kysely';
import { isoTime, type Clock } from '../../../shared/clock.ts';
import { isForMember } from '../../domain/mail/mail.ts';
import type { StateDatabase } from '../tables.ts';
import { createMailReads } from './mail-reads.ts';
import { entryOf, isOfMember } from './mail-rows.ts';

/** What a member and the moderators wrote to each other, for the member: without the moderators' identities. */
export async function mailWith(
  database: StateDatabase,
  clock: Pick<Clock, 'now'>,
  { guildId, userId }: { readonly guildId: string; readonly userId: string },
): Promise<object[]> {
  const { entries } = createMailReads(database, clock);
  const rows = await entries(database)
    .where(isOfMember(guildId, userId))
    .where('kind', 'in', ['member', 'answer', 'closed'])
    .orderBy('written_at')
    .execute();
  return rows.map(entryOf).map((entry) => ({
    at: isoTime(entry.writtenAt),
    from: isForMember(entry) ? 'moderators' : 'you',
    text: entry.text,
    textBeforeEdit: entry.before,
    files: entry.files,
    deleted: entry.isDeleted,
  }));
}

/** What a moderator wrote to members, without their identities. */
export async function mailBy(
  database: StateDatabase,
  clock: Pick<Clock, 'now'>,
  { guildId, userId }: { readonly guildId: string; readonly userId: string },
): Promise<object[]> {
  const { entries } = createMailReads(database, clock);
  const rows = await entries(database)
    .where('guild_id', '=', guildId)
    .where('by_id', '=', userId)
    .where('kind', 'in', ['answer', 'closed'])
    .orderBy('written_at')
    .execute();
  return rows.map(entryOf).map(({ writtenAt, text }) => ({ at: isoTime(writtenAt), text }));
}

/**
 * Erases a member's conversation, as part of a transaction. Resolves to how many messages it had. A block stays, with the
 * member's id: otherwise it could be lifted by erasing.
 */
export async function eraseMail(
  transaction: StateDatabase,
  guildId: string,
  userId: string,
): Promise<number> {
  const gone = await transaction
    .deleteFrom('mail_entries')
    .where(isOfMember(guildId, userId))
    .returning('entry_id')
    .execute();
  for (const { entry_id: subject } of gone) {
    await transaction
      .deleteFrom('posts')
      .where('guild_id', '=', guildId)
      .where('kind', '=', 'mail entry')
      .where('subject', '=', subject)
      .execute();
  }
  await transaction
    .deleteFrom('mail_conversations')
    .where(isOfMember(guildId, userId))
    .where('blocked_by', 'is', null)
    .execute();
  await transaction
    .updateTable('mail_conversations')
    .set({ member_name: sql`member_id`, closing_note: null, dm_channel_id: null, dm_seen_id: null })
    .where(isOfMember(guildId, userId))
    .execute();
  return gone.length;
}
