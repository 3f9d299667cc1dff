import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { caseSchema, type Case } from '../../domain/case.ts';
import { eventContentSchema } from '../../domain/events.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase } from '../tables.ts';

/* The records about a member, for their export and their erasure. */

export interface MemberContext {
  readonly database: StateDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Cases read or rewritten at once, so that a member with many does not block the others. */
const CHUNK = 200;

export function caseOf(
  { number, record }: { readonly number: number; readonly record: string },
  { logger }: Pick<MemberContext, 'logger'>,
): Case | null {
  return parseRecord(caseSchema, record, { logger, name: `case #${number}` });
}

/** The member's own cases, in chunks. */
export async function* casesBy(
  context: MemberContext,
  guildId: string,
  userId: string,
): AsyncGenerator<readonly Case[]> {
  let after = 0;
  for (;;) {
    const rows = await context.database
      .selectFrom('cases')
      .select(['number', 'record'])
      .where('guild_id', '=', guildId)
      .where(({ or, eb }) =>
        // Also the replies of apps that the member used.
        or([eb('author_id', '=', userId), eb('record', 'like', `%"usedBy":"${userId}"%`)]),
      )
      .where('number', '>', after)
      .orderBy('number')
      .limit(CHUNK)
      .execute();
    yield rows.map((row) => caseOf(row, context)).filter((record) => record !== null);
    const last = rows.at(-1);
    if (last === undefined) return;
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
    .where('lane', '=', guildId)
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
