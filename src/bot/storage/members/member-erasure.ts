import { isPostgres } from '../../../shared/database/postgres-dialect.ts';
import type { Case } from '../../domain/case.ts';
import type { EventContent } from '../../domain/events.ts';
import type { MemberData } from '../../domain/stored-data.ts';
import { caseOf, casesBy, keywordEventsOf, type MemberContext } from './member-records.ts';

/** Erases texts by and about a member, except for reviews. */
export async function eraseMember(
  context: MemberContext,
  guildId: string,
  userId: string,
): Promise<Pick<Awaited<ReturnType<MemberData['erase']>>, 'cases' | 'texts'>> {
  const { database } = context;
  let erasedCases = 0;
  for await (const chunk of casesBy(context, guildId, userId)) {
    for (const { number } of chunk) {
      if (await eraseFromCase(context, { guildId, userId, number })) erasedCases += 1;
    }
  }
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
  return { cases: erasedCases, texts: texts.size };
}

/** Resolves to whether the case had something to erase. */
function eraseFromCase(
  context: MemberContext,
  { guildId, userId, number }: { guildId: string; userId: string; number: number },
): Promise<boolean> {
  const { database } = context;
  return database.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('case_texts')
      .where('guild_id', '=', guildId)
      .where('case_number', '=', number)
      .executeTakeFirstOrThrow();
    const row = await transaction
      .selectFrom('cases')
      .select(['number', 'record'])
      .where('guild_id', '=', guildId)
      .where('number', '=', number)
      .$if(isPostgres(database), (query) => query.forUpdate())
      .executeTakeFirst();
    const record = row === undefined ? null : caseOf(row, context);
    if (record === null) return numDeletedRows > 0n;
    const { author, notes } = record;
    // An app keeps its name.
    const name = author.id === userId ? author.id : author.name;
    if (author.name === name && notes.length === 0) return numDeletedRows > 0n;
    const erased: Case = {
      ...record,
      author: { ...author, name, joinedAt: null },
      notes: [],
      blockedWords: [],
    };
    await transaction
      .updateTable('cases')
      .set({ record: JSON.stringify(erased) })
      .where('guild_id', '=', guildId)
      .where('number', '=', number)
      .execute();
    return true;
  });
}
