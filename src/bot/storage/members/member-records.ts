import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Case } from '../../domain/case.ts';
import { eventContentSchema } from '../../domain/events.ts';
import { casesOf, type CaseRow } from '../cases/case-rows.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase } from '../tables.ts';

/* The records about a member, for their export and their erasure. */

export interface MemberContext {
  readonly database: StateDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How many cases are read or rewritten at once: they block the event loop for a few milliseconds. */
const CHUNK = 50;

/** The member's own cases, in chunks; after those that they wrote, the replies of apps that they used. */
export async function* casesBy(
  context: MemberContext,
  guildId: string,
  userId: string,
): AsyncGenerator<readonly Case[]> {
  for (const column of ['author_id', 'used_by'] as const) {
    yield* inChunks(
      (after) =>
        context.database
          .selectFrom('cases')
          .select(['guild_id', 'number', 'record'])
          .where('guild_id', '=', guildId)
          .where(column, '=', userId)
          .where('number', '>', after)
          .orderBy('number')
          .limit(CHUNK)
          .execute(),
      context,
    );
  }
}

/** The cases on which a moderator acted, in chunks. */
export async function* casesHandledBy(
  context: MemberContext,
  guildId: string,
  userId: string,
): AsyncGenerator<readonly Case[]> {
  yield* inChunks(
    (after) =>
      context.database
        .selectFrom('case_moderators')
        .innerJoin('cases', (join) =>
          join
            .onRef('cases.guild_id', '=', 'case_moderators.guild_id')
            .onRef('cases.number', '=', 'case_moderators.case_number'),
        )
        .select(['cases.guild_id', 'cases.number', 'cases.record'])
        .where('case_moderators.guild_id', '=', guildId)
        .where('case_moderators.moderator_id', '=', userId)
        .where('case_moderators.case_number', '>', after)
        .orderBy('case_moderators.case_number')
        .limit(CHUNK)
        .execute(),
    context,
  );
}

async function* inChunks(
  read: (after: number) => Promise<readonly CaseRow[]>,
  context: MemberContext,
): AsyncGenerator<readonly Case[]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    yield await casesOf(rows, context);
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return;
    after = last.number;
  }
}

/** The member's keyword alerts that were not posted yet. */
export async function keywordEventsOf(
  { database, logger }: MemberContext,
  guildId: string,
  userId: string,
) {
  const rows = await database
    .selectFrom('events')
    .select(['id', 'received_at', 'content'])
    // Uses the index of posts: a server has few waiting events.
    .where('state', 'in', ['waiting', 'joined', 'failed'])
    .where('guild_id', '=', guildId)
    .where('kind', '=', 'keyword')
    .where('content', 'like', `%"${userId}"%`)
    .execute();
  return rows.flatMap(({ id, received_at: receivedAt, content }) => {
    const parsed = parseRecord(eventContentSchema, content ?? '', {
      logger,
      name: `event ${id}`,
    });
    return parsed?.kind === 'keyword' && parsed.place?.authorId === userId
      ? [{ id, receivedAt, content: parsed }]
      : [];
  });
}
