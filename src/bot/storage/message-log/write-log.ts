import type { Insertable } from 'kysely';
import type { DeletedMessages, SeenMessage } from '../../domain/message-log.ts';
import type { StateDatabase, StateTables } from '../tables.ts';
import type { LogTexts } from './log-texts.ts';

/* Messages and deletions of one server, as part of a transaction. */

type EntryRow = Insertable<StateTables['log_entries']>;
type MessageRow = Insertable<StateTables['logged_messages']>;

/** SQLite allows 32,766 parameters in a statement. */
const ROWS_AT_ONCE = 1000;

export interface LogWrite {
  readonly seen: readonly SeenMessage[];
  readonly deleted: readonly (DeletedMessages & {
    readonly at: number;
    readonly expiresAt: number;
  })[];
}

/** Keeps new messages, and replaces edited ones. Resolves to the edits that are news. */
export async function keepMessages(
  transaction: StateDatabase,
  texts: LogTexts,
  seen: readonly SeenMessage[],
): Promise<EntryRow[]> {
  const written = seen.filter(({ editedAt }) => editedAt === 0);
  await inPieces(
    written.map((message) => rowOf(message, texts)),
    (rows) =>
      transaction
        .insertInto('logged_messages')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['guild_id', 'message_id']).doNothing())
        .execute(),
  );
  const entries: EntryRow[] = [];
  for (const message of seen) {
    if (message.editedAt === 0) continue;
    const before = await transaction
      .selectFrom('logged_messages')
      .selectAll()
      .where('guild_id', '=', message.guildId)
      .where('message_id', '=', message.messageId)
      .executeTakeFirst();
    if (before !== undefined && before.edited_at >= message.editedAt) continue;
    const row = rowOf(message, texts);
    await transaction
      .insertInto('logged_messages')
      .values(row)
      .onConflict((conflict) => conflict.columns(['guild_id', 'message_id']).doUpdateSet(row))
      .execute();
    const known = before === undefined ? null : texts.open(message, before.encrypted_text);
    const isNews = before === undefined ? message.isFreshEdit : known?.text !== message.text;
    if (!isNews) continue;
    entries.push({
      ...entryOf(row, 'edited', message.editedAt),
      encrypted_before: before?.encrypted_text ?? null,
      encrypted_after: row.encrypted_text,
    });
  }
  return entries;
}

/** Forgets deleted messages. Resolves to their deletions; of messages that were not kept, only those in bulk. */
export async function takeDeleted(
  transaction: StateDatabase,
  { guildId, channelId, messageIds, isBulk, at, expiresAt }: LogWrite['deleted'][number],
): Promise<EntryRow[]> {
  const rows = await transaction
    .deleteFrom('logged_messages')
    .where('guild_id', '=', guildId)
    .where('message_id', 'in', messageIds)
    .returningAll()
    .execute();
  const kind = isBulk ? 'bulk' : 'deleted';
  const kept = rows.map((row) => ({
    ...entryOf(row, kind, at),
    encrypted_before: row.encrypted_text,
  }));
  if (!isBulk) return kept;
  const known = new Set(rows.map((row) => row.message_id));
  const unknown = messageIds
    .filter((id) => !known.has(id))
    .map((id) => ({
      ...entryOf({ guild_id: guildId, message_id: id, channel_id: channelId }, kind, at),
      author_id: null,
      expires_at: expiresAt,
    }));
  return [...kept, ...unknown];
}

export async function addEntries(
  transaction: StateDatabase,
  entries: readonly EntryRow[],
): Promise<void> {
  await inPieces(entries, (rows) =>
    transaction
      .insertInto('log_entries')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['guild_id', 'message_id', 'kind', 'at']).doNothing(),
      )
      .execute(),
  );
}

async function inPieces<Row>(
  rows: readonly Row[],
  write: (piece: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await write(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

function rowOf(message: SeenMessage, texts: LogTexts): MessageRow {
  const { guildId, channelId, messageId, author, text, editedAt, seenAt, expiresAt } = message;
  return {
    guild_id: guildId,
    message_id: messageId,
    channel_id: channelId,
    author_id: author.id,
    encrypted_text: texts.seal(message, { name: author.name, text }),
    edited_at: editedAt,
    seen_at: seenAt,
    expires_at: expiresAt,
  };
}

function entryOf(
  row: Pick<MessageRow, 'guild_id' | 'message_id' | 'channel_id'> & Partial<MessageRow>,
  kind: EntryRow['kind'],
  at: number,
): EntryRow {
  return {
    guild_id: row.guild_id,
    message_id: row.message_id,
    kind,
    at,
    channel_id: row.channel_id,
    author_id: row.author_id ?? null,
    encrypted_before: null,
    encrypted_after: null,
    attempted: 0,
    expires_at: row.expires_at ?? 0,
  };
}
