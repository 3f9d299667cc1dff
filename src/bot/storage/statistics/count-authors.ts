import { sql } from 'kysely';
import type { CaseFigures, CaseSpan } from '../../domain/figures/case-figures.ts';
import type { StateDatabase } from '../tables.ts';

/** The authors with the most cases. People read a few. */
const MOST = 20;

/**
 * Counts the cases of a span by author, with the index of authors alone. It has numbers instead of times, which are in the same
 * order.
 */
export async function countAuthors(
  database: StateDatabase,
  guildId: string,
  { fromMs, toMs, channelIds }: CaseSpan & { readonly channelIds: readonly string[] | null },
): Promise<Pick<CaseFigures, 'authors' | 'authorCount'>> {
  const numberAt = async (order: 'asc' | 'desc'): Promise<number | null> => {
    const row = await database
      .selectFrom('cases')
      .select('number')
      .where('guild_id', '=', guildId)
      .where('opened_at', '>=', fromMs)
      .where('opened_at', '<', toMs)
      .orderBy('opened_at', order)
      .orderBy('number', order)
      .limit(1)
      .executeTakeFirst();
    return row?.number ?? null;
  };
  const [first, last] = [await numberAt('asc'), await numberAt('desc')];
  if (first === null || last === null || channelIds?.length === 0) {
    return { authors: [], authorCount: 0 };
  }
  const rows = await database
    .selectFrom('cases')
    .select([
      'author_id',
      'by_webhook',
      ({ fn }) => fn.countAll<number>().as('count'),
      sql<number>`count(*) OVER ()`.as('author_count'),
    ])
    .where('guild_id', '=', guildId)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .where('author_id', '!=', '')
    .$if(channelIds !== null, (query) => query.where('channel_id', 'in', channelIds ?? []))
    .groupBy(['author_id', 'by_webhook'])
    .orderBy('count', 'desc')
    .orderBy('author_id')
    .limit(MOST)
    .execute();
  return {
    authors: rows.map(({ author_id: id, by_webhook: webhook, count }) => ({
      key: webhook === 1 ? null : id,
      count,
    })),
    authorCount: rows[0]?.author_count ?? 0,
  };
}
