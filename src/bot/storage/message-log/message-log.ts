import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Clock } from '../../../shared/clock.ts';
import type { LogEntry } from '../../domain/message-log.ts';
import { wantPost, type AlsoWrite } from '../posts.ts';
import type { StateDatabase, StateTables } from '../tables.ts';
import type { LogTexts } from './log-texts.ts';
import { addEntries, keepMessages, takeDeleted, type LogWrite } from './write-log.ts';

/** Deletions and edits in this time are one post. */
const BURST_MS = 3000;

/** Stores the texts of messages until they expire, and deletions and edits until they are shown. */
export interface StoredMessageLog {
  /** Stores messages and deletions, and asks for posts about them. Resolves to the servers with such a post. */
  write(batch: LogWrite): Promise<string[]>;
  /** The next deletions and edits of a server, oldest first. `attempted`: only those of the last attempt. */
  next(
    guildId: string,
    options: { readonly limit: number; readonly attempted: boolean },
  ): Promise<LogEntry[]>;
  /** An attempt to post these begins. */
  attempt(entries: readonly LogEntry[]): AlsoWrite;
  /** They are shown. */
  remove(entries: readonly LogEntry[]): AlsoWrite;
}

export function createStoredMessageLog(
  database: StateDatabase,
  { texts, clock }: { texts: LogTexts; clock: Clock },
): StoredMessageLog {
  async function writeServer(
    transaction: StateDatabase,
    guildId: string,
    { seen, deleted }: LogWrite,
  ) {
    const entries = await keepMessages(transaction, texts, seen);
    for (const deletion of deleted) entries.push(...(await takeDeleted(transaction, deletion)));
    if (entries.length === 0) return false;
    await addEntries(transaction, entries);
    const post = { guildId, kind: 'message log', subject: '', urgency: 'ordinary' } as const;
    const now = clock.now();
    await wantPost(transaction, { ...post, dueAt: now + BURST_MS }, now);
    return true;
  }

  return {
    async write({ seen, deleted }) {
      const guildIds = new Set([...seen, ...deleted].map(({ guildId }) => guildId));
      const told: string[] = [];
      await database.transaction().execute(async (transaction) => {
        // In one order, so that there are no deadlocks.
        for (const guildId of [...guildIds].toSorted()) {
          const ofGuild = {
            seen: seen.filter((message) => message.guildId === guildId),
            deleted: deleted.filter((deletion) => deletion.guildId === guildId),
          };
          if (await writeServer(transaction, guildId, ofGuild)) told.push(guildId);
        }
      });
      return told;
    },
    async next(guildId, { limit, attempted }) {
      const rows = await database
        .selectFrom('log_entries')
        .selectAll()
        .where('guild_id', '=', guildId)
        .where('expires_at', '>', clock.now())
        .$if(attempted, (query) => query.where('attempted', '=', 1))
        .orderBy('at')
        .orderBy('message_id')
        .orderBy('kind')
        .limit(limit)
        .execute();
      return rows.map((row) => entryOf(row, texts));
    },
    attempt: (entries) => async (transaction) => {
      for (const entry of entries) {
        await transaction
          .updateTable('log_entries')
          .set({ attempted: 1 })
          .where(isEntry(entry))
          .execute();
      }
    },
    remove: (entries) => async (transaction) => {
      for (const entry of entries) {
        await transaction.deleteFrom('log_entries').where(isEntry(entry)).execute();
      }
    },
  };
}

function isEntry({ guildId, messageId, kind, at }: LogEntry): RawBuilder<SqlBool> {
  return sql<SqlBool>`guild_id = ${guildId} AND message_id = ${messageId} AND kind = ${kind} AND at = ${at}`;
}

function entryOf(row: Selectable<StateTables['log_entries']>, texts: LogTexts): LogEntry {
  const { guild_id: guildId, message_id: messageId, author_id: authorId } = row;
  const open = (sealed: string | null) =>
    sealed === null ? null : texts.open({ guildId, messageId }, sealed);
  const before = open(row.encrypted_before);
  const after = open(row.encrypted_after);
  return {
    guildId,
    channelId: row.channel_id,
    messageId,
    kind: row.kind,
    at: row.at,
    author: authorId === null ? null : { id: authorId, name: (before ?? after)?.name ?? authorId },
    before: before?.text ?? null,
    after: after?.text ?? null,
  };
}
