import { sql, type Expression, type SqlBool } from 'kysely';
import {
  caseResultSchema,
  handledKindSchema,
  type CaseFigures,
  type CaseFiguresQuery,
  type CaseStatistics,
  type Count,
} from '../domain/figures/case-figures.ts';
import type { StateDatabase } from './tables.ts';

/** The offsets of time zones are multiples of this. */
const QUARTER_MS = 15 * 60 * 1000;

type Row = Readonly<Record<string, string | number | null>> & { readonly count: number };

export function createCaseStatistics(database: StateDatabase): CaseStatistics {
  function countBy(
    guildId: string,
    { fromMs, toMs, channelIds }: Omit<CaseFiguresQuery, 'timeZone'>,
    columns: Record<string, Expression<unknown>>,
  ): Promise<Row[]> {
    const keys = Object.entries(columns);
    return database
      .selectFrom('cases')
      .select([
        ...keys.map(([name, column]) => sql<string | number | null>`${column}`.as(name)),
        ({ fn }) => fn.countAll<number>().as('count'),
      ])
      .where('guild_id', '=', guildId)
      .where('opened_at', '>=', fromMs)
      .where('opened_at', '<', toMs)
      .$if(channelIds !== null, (query) =>
        query.where(
          (channelIds ?? []).length === 0
            ? sql<SqlBool>`1 = 0`
            : sql<SqlBool>`channel_id IN (${sql.join(channelIds ?? [])})`,
        ),
      )
      .groupBy(keys.map(([, column]) => column as Expression<string>))
      .orderBy('count', 'desc')
      .orderBy(sql`1`)
      .execute();
  }

  return {
    async channels(guildId, { fromMs, toMs }) {
      const rows = await database
        .selectFrom('cases')
        .select('channel_id')
        .distinct()
        .where('guild_id', '=', guildId)
        .where('opened_at', '>=', fromMs)
        .where('opened_at', '<', toMs)
        .execute();
      return rows.map((row) => row.channel_id);
    },

    async figures(guildId, query) {
      const by = (columns: Record<string, Expression<unknown>>) => countBy(guildId, query, columns);
      const results = await by({ result: sql.ref('result') });
      const categories = await by({ category: sql.ref('category') });
      const channels = await by({ channel: sql.ref('channel_id') });
      const authors = await by({ author: sql.ref('author_id'), webhook: sql.ref('by_webhook') });
      const handled = await by({ by: sql.ref('handled_by'), kind: sql.ref('handled_as') });
      const allowed = await by({ allowed: sql.ref('false_positive') });
      const quarters = await by({ quarter: sql`opened_at / ${sql.lit(QUARTER_MS)}` });
      return {
        total: sum(results),
        falsePositives: sum(allowed.filter((row) => Number(row['allowed']) === 1)),
        handled: sum(handled.filter((row) => row['by'] !== null)),
        results: results.map(({ result, count }) => ({
          key: caseResultSchema.parse(result),
          count,
        })),
        categories: categories.flatMap(({ category, count }) =>
          category === null || category === undefined ? [] : [{ key: String(category), count }],
        ),
        // A name or a member is in no channel, and a purge has no author.
        channels: channels.flatMap(({ channel, count }) =>
          channel === '' ? [] : [{ key: String(channel), count }],
        ),
        authors: authors.flatMap(({ author, webhook, count }) =>
          author === '' ? [] : [{ key: Number(webhook) === 1 ? null : String(author), count }],
        ),
        moderators: moderatorsOf(handled),
        hours: hoursOf(
          quarters.map(({ quarter, count }) => ({ key: Number(quarter) * QUARTER_MS, count })),
          query.timeZone,
        ),
      };
    },
  };
}

function sum(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}

function moderatorsOf(rows: readonly Row[]): CaseFigures['moderators'] {
  const kindsOf = new Map<string, Count<(typeof handledKindSchema.options)[number]>[]>();
  for (const { by, kind, count } of rows) {
    if (by === null || by === undefined) continue;
    const kinds = kindsOf.get(String(by)) ?? [];
    kinds.push({ key: handledKindSchema.parse(kind), count });
    kindsOf.set(String(by), kinds);
  }
  return [...kindsOf]
    .map(([key, kinds]) => ({ key, count: sum(kinds), kinds }))
    .sort((a, b) => b.count - a.count);
}

/** Adds up the times of day of a zone, across changes of its offset. */
function hoursOf(quarters: readonly Count<number>[], timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone });
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { key, count } of quarters) {
    const hour = Number(format.format(key));
    hours[hour] = (hours[hour] ?? 0) + count;
  }
  return hours;
}
