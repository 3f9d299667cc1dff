import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Conversation, MailEntry, MailStore } from '../../domain/mail/mail.ts';
import type { StateDatabase } from '../tables.ts';
import { conversationOf, entryOf, isEntry, isOfMember } from './mail-rows.ts';

type Reads =
  | 'channel'
  | 'setChannel'
  | 'servers'
  | 'get'
  | 'ofThread'
  | 'ofMember'
  | 'ofServer'
  | 'entry'
  | 'serversOf'
  | 'countSince';

export interface MailReads extends Pick<MailStore, Reads> {
  /** Locks the conversation until the end of the transaction. */
  locked(
    transaction: StateDatabase,
    guildId: string,
    memberId: string,
  ): Promise<Conversation | null>;
  /** What has not expired. */
  entries: ReturnType<typeof entriesIn>;
}

function entriesIn(clock: Pick<Clock, 'now'>) {
  return (transaction: StateDatabase) =>
    transaction.selectFrom('mail_entries').selectAll().where('expires_at', '>', clock.now());
}

export function createMailReads(database: StateDatabase, clock: Pick<Clock, 'now'>): MailReads {
  const entries = entriesIn(clock);
  const conversations = (transaction: StateDatabase) =>
    transaction
      .selectFrom('mail_conversations')
      .selectAll()
      .where(({ or, eb }) =>
        or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]),
      );
  const one = (transaction: StateDatabase, guildId: string, memberId: string) =>
    conversations(transaction).where(isOfMember(guildId, memberId));

  return {
    entries,
    async locked(transaction, guildId, memberId) {
      const row = await one(transaction, guildId, memberId)
        .$if(isPostgres(database), (query) => query.forUpdate())
        .executeTakeFirst();
      return row === undefined ? null : conversationOf(row);
    },
    async get(guildId, memberId) {
      const row = await one(database, guildId, memberId).executeTakeFirst();
      return row === undefined ? null : conversationOf(row);
    },
    async entry(guildId, id): Promise<MailEntry | null> {
      const row = await entries(database).where(isEntry(guildId, id)).executeTakeFirst();
      return row === undefined ? null : entryOf(row);
    },
    async channel(guildId) {
      const row = await database
        .selectFrom('mail_servers')
        .select('channel_id')
        .where('guild_id', '=', guildId)
        .executeTakeFirst();
      return row?.channel_id ?? null;
    },
    async setChannel(guildId, channelId) {
      if (channelId === null) {
        await database.deleteFrom('mail_servers').where('guild_id', '=', guildId).execute();
        return;
      }
      await database
        .insertInto('mail_servers')
        .values({ guild_id: guildId, channel_id: channelId })
        .onConflict((conflict) =>
          conflict.column('guild_id').doUpdateSet({ channel_id: channelId }),
        )
        .execute();
    },
    async servers(limit) {
      const rows = await database
        .selectFrom('mail_servers')
        .select('guild_id')
        .orderBy('guild_id')
        .limit(limit)
        .execute();
      return rows.map((row) => row.guild_id);
    },
    async ofThread(guildId, threadId) {
      const row = await conversations(database)
        .where('guild_id', '=', guildId)
        .where('thread_id', '=', threadId)
        .executeTakeFirst();
      return row === undefined ? null : conversationOf(row);
    },
    async ofMember(memberId) {
      const rows = await conversations(database)
        .where('member_id', '=', memberId)
        .orderBy('guild_id')
        .execute();
      return rows.map(conversationOf);
    },
    async ofServer(guildId) {
      const rows = await conversations(database).where('guild_id', '=', guildId).execute();
      return rows.map(conversationOf);
    },
    async serversOf(entryId) {
      const rows = await entries(database).where('entry_id', '=', entryId).execute();
      return rows.map((row) => row.guild_id);
    },
    async countSince(guildId, memberId, sinceMs) {
      const { count } = await entries(database)
        .clearSelect()
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where(isOfMember(guildId, memberId))
        .where('kind', '=', 'member')
        .where('written_at', '>', sinceMs)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
