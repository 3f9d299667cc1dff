import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import { snowflakeTime } from '../../../shared/snowflake.ts';
import {
  undeliveredId,
  type MailEntry,
  type MailStore,
  type NewMail,
} from '../../domain/mail/mail.ts';
import type { StateDatabase } from '../tables.ts';
import { createMailPostWrites, type MailPostWrites } from './mail-post-writes.ts';
import { createMailReads, type MailReads } from './mail-reads.ts';
import { entryOf, isEntry, isOfMember, isOlder } from './mail-rows.ts';
import { createMailWrites, type MailWrites } from './mail-writes.ts';

export interface StoredMail extends MailStore, MailPostWrites {}

/** Tools that the operations share. */
interface MailContext {
  readonly database: StateDatabase;
  readonly clock: Pick<Clock, 'now'>;
  readonly reads: MailReads;
  readonly writes: MailWrites;
  readonly expiryOf: (guildId: string) => Promise<number>;
}

/** `evidenceDays`: how long a server keeps texts. */
export function createMailStore(
  database: StateDatabase,
  clock: Pick<Clock, 'now'>,
  evidenceDays: (guildId: string) => Promise<number>,
): StoredMail {
  const { entries, locked, ...reads } = createMailReads(database, clock);
  const writes = createMailWrites({ locked }, clock);
  const context: MailContext = {
    database,
    clock,
    reads: { entries, locked, ...reads },
    writes,
    expiryOf: async (guildId) => clock.now() + (await evidenceDays(guildId)) * DAY_MS,
  };
  const postWrites = createMailPostWrites({ entries }, writes, clock);
  return {
    ...reads,
    ...postWrites,
    async replacePost(conversation) {
      await database.transaction().execute(postWrites.moderatorPostGone(conversation));
    },
    ...messagesIn(context),
    ...decisionsIn(context),
  };
}

/** What members and moderators write. */
function messagesIn({
  database,
  reads,
  writes,
  expiryOf,
}: MailContext): Pick<
  MailStore,
  'fromMember' | 'fromModerator' | 'change' | 'markDeleted' | 'seenDirect'
> {
  const { wantEntry } = writes;
  async function write(
    mail: NewMail,
    { kind, memberId }: { readonly kind: 'member' | 'answer'; readonly memberId: string },
  ): Promise<boolean> {
    const { guildId, id, by, channelId } = mail;
    const expiresAt = await expiryOf(guildId);
    return database.transaction().execute(async (transaction) => {
      const isFromMember = kind === 'member';
      const name = isFromMember ? by.name : null;
      await writes.open(transaction, { guildId, memberId }, { name, expiresAt });
      if (channelId !== null) {
        const seen = isFromMember ? 'dm_seen_id' : 'thread_seen_id';
        if (isFromMember) {
          await transaction
            .updateTable('mail_conversations')
            .set({ dm_channel_id: channelId })
            .where(isOfMember(guildId, memberId))
            .execute();
        }
        await transaction
          .updateTable('mail_conversations')
          .set({ [seen]: id })
          .where(isOfMember(guildId, memberId))
          .where(isOlder(seen, id))
          .execute();
      }
      const { text, files } = mail;
      const writtenAt = snowflakeTime(id);
      const entry = { guildId, id, memberId, kind, byId: by.id, text, files, writtenAt };
      return writes.insert(transaction, { ...entry, expiresAt });
    });
  }

  return {
    fromMember: (mail) => write(mail, { kind: 'member', memberId: mail.by.id }),
    fromModerator: (mail, memberId) => write(mail, { kind: 'answer', memberId }),
    async change(guildId, id, { text, files }) {
      const latest = await reads.entry(guildId, id);
      if (latest === null || latest.isDeleted || latest.text === text) return;
      await database.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('mail_entries')
          .set({ text, files: JSON.stringify(files), before: latest.before ?? latest.text })
          .where(isEntry(guildId, id))
          .execute();
        await wantEntry(transaction, latest);
      });
    },
    async markDeleted(guildId, id) {
      await database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('mail_entries')
          .set({ deleted: 1 })
          .where(isEntry(guildId, id))
          .where('deleted', '=', 0)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await wantEntry(transaction, { guildId, id });
      });
    },
    async seenDirect(memberId, messageId) {
      await database
        .updateTable('mail_conversations')
        .set({ dm_seen_id: messageId })
        .where('member_id', '=', memberId)
        .where(isOlder('dm_seen_id', messageId))
        .execute();
    },
  };
}

/** What moderators decide about a conversation, and what members read. */
function decisionsIn({
  database,
  clock,
  reads,
  writes,
  expiryOf,
}: MailContext): Pick<
  MailStore,
  'close' | 'setBlocked' | 'hasUndelivered' | 'takeUndelivered' | 'settleRead'
> {
  const { wantConversation, wantEntry, insert } = writes;

  async function undelivered(
    transaction: StateDatabase,
    guildId: string,
    memberId: string,
  ): Promise<MailEntry[]> {
    const rows = await reads
      .entries(transaction)
      .where(isOfMember(guildId, memberId))
      .where('delivery', 'in', ['refused', 'read'])
      .where('deleted', '=', 0)
      .orderBy('written_at')
      .execute();
    return rows.map(entryOf);
  }

  async function setDelivery(
    transaction: StateDatabase,
    { guildId, id }: Pick<MailEntry, 'guildId' | 'id'>,
    delivery: MailEntry['delivery'],
  ): Promise<void> {
    await transaction
      .updateTable('mail_entries')
      .set({ delivery })
      .where(isEntry(guildId, id))
      .execute();
  }

  return {
    async close(guildId, memberId, { id: byId, note, interactionId }) {
      const expiresAt = await expiryOf(guildId);
      return database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('mail_conversations')
          .set({ closed_at: clock.now(), closed_by: byId, closing_note: note })
          .where(isOfMember(guildId, memberId))
          .where('closed_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await wantConversation(transaction, guildId, memberId);
        await insert(transaction, {
          guildId,
          id: `closed:${interactionId}`,
          memberId,
          kind: 'closed',
          byId,
          text: note,
          files: [],
          writtenAt: snowflakeTime(interactionId),
          expiresAt,
        });
        return true;
      });
    },
    async setBlocked(guildId, memberId, byId) {
      const expiresAt = byId === null ? await expiryOf(guildId) : null;
      return database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('mail_conversations')
          .set({ blocked_by: byId, expires_at: expiresAt })
          .where(isOfMember(guildId, memberId))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await wantConversation(transaction, guildId, memberId);
        return true;
      });
    },
    async hasUndelivered(guildId, memberId) {
      return (await undelivered(database, guildId, memberId)).length > 0;
    },
    takeUndelivered: (guildId, memberId) =>
      database.transaction().execute(async (transaction) => {
        const found = await undelivered(transaction, guildId, memberId);
        for (const { id, delivery } of found) {
          if (delivery === 'read') continue;
          await setDelivery(transaction, { guildId, id }, 'read');
          await wantEntry(transaction, { guildId, id: undeliveredId(id) });
        }
        return found;
      }),
    settleRead: (guildId, memberId) =>
      database.transaction().execute(async (transaction) => {
        for (const { id, delivery } of await undelivered(transaction, guildId, memberId)) {
          if (delivery === 'read') await setDelivery(transaction, { guildId, id }, 'done');
        }
      }),
  };
}
