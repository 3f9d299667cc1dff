import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import type { Case } from '../../domain/case.ts';
import type { EventContent } from '../../domain/events.ts';
import { caseOf, saveModerators } from '../cases/case-rows.ts';
import type { StateDatabase } from '../tables.ts';
import { keywordEventsOf, type MemberContext } from './member-records.ts';

/** Erases the texts of a member's keyword alerts. Resolves to how many had one. */
export async function eraseKeywordTexts(
  context: MemberContext,
  guildId: string,
  userId: string,
): Promise<number> {
  const { database } = context;
  const hits = await database
    .updateTable('keyword_hits')
    .set({ text: null })
    .where('guild_id', '=', guildId)
    .where('author_id', '=', userId)
    .where('text', 'is not', null)
    .returning('event_id')
    .execute();
  const texts = new Set(hits.map((row) => row.event_id));
  for (const { id, content } of await keywordEventsOf(context, guildId, userId)) {
    if (content.text === null) continue;
    const withoutText: EventContent = { ...content, text: null };
    await database
      .updateTable('events')
      .set({ content: JSON.stringify(withoutText) })
      .where('id', '=', id)
      .where('content', 'is not', null)
      .execute();
    texts.add(id);
  }
  return texts.size;
}

/** Erases the notes about a member that no case has. Resolves to how many there were. */
export async function eraseNotes(
  database: StateDatabase,
  guildId: string,
  userId: string,
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('member_notes')
    .where('guild_id', '=', guildId)
    .where('member_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Erases a member's messages that were kept for the message log. Resolves to how many there were. */
export async function eraseLoggedMessages(
  database: StateDatabase,
  guildId: string,
  userId: string,
): Promise<number> {
  const erased = new Set<string>();
  for (const table of ['logged_messages', 'log_entries'] as const) {
    const rows = await database
      .deleteFrom(table)
      .where('guild_id', '=', guildId)
      .where('author_id', '=', userId)
      .returning('message_id')
      .execute();
    for (const row of rows) erased.add(row.message_id);
  }
  return erased.size;
}

/** Erases texts by and about a member from some cases. Resolves to how many had something to erase. */
export async function eraseFromCases(
  context: MemberContext,
  { guildId, userId, chunk }: { guildId: string; userId: string; chunk: readonly Case[] },
): Promise<number> {
  const { database } = context;
  const numbers = chunk.map(({ number }) => number);
  const texts = await database
    .deleteFrom('case_texts')
    .where('guild_id', '=', guildId)
    .where('case_number', 'in', numbers)
    .returning('case_number')
    .execute();
  const erased = new Set(texts.map((row) => row.case_number));
  const rows = await database
    .selectFrom('cases')
    .select(['guild_id', 'number', 'record'])
    .where('guild_id', '=', guildId)
    .where('number', 'in', numbers)
    // In the order in which all code locks cases, so that there are no deadlocks.
    .orderBy('number')
    .$if(isPostgres(database), (query) => query.forUpdate())
    .execute();
  for (const row of rows) {
    const record = caseOf(row, context);
    if (record === null || !hasTraces(record, userId)) continue;
    await storeErased(database, record, userId);
    erased.add(row.number);
  }
  return erased.size;
}

/** The name of an app is not erased. */
function nameOf({ author }: Case, userId: string): string {
  return author.id === userId ? author.id : author.name;
}

function hasTraces(record: Case, userId: string): boolean {
  const { author, notes, reasonChanges } = record;
  return author.name !== nameOf(record, userId) || notes.length > 0 || reasonChanges !== undefined;
}

async function storeErased(
  transaction: StateDatabase,
  record: Case,
  userId: string,
): Promise<void> {
  const { reasonChanges: _reasonChanges, ...rest } = record;
  const erased: Case = {
    ...rest,
    author: { ...record.author, name: nameOf(record, userId), joinedAt: null },
    notes: [],
    blockedWords: [],
  };
  await transaction
    .updateTable('cases')
    .set({ record: JSON.stringify(erased) })
    .where('guild_id', '=', record.guildId)
    .where('number', '=', record.number)
    .execute();
  await saveModerators(transaction, record, erased);
}
