import { sql } from 'kysely';
import { inShards } from '../../shared/database/in-shards.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Shards } from '../../shared/shards.ts';
import { outcomeCounts, refusalsOf } from '../domain/incidents/figures.ts';
import type { Incidents } from '../domain/incidents/incident-ports.ts';
import { casesOf } from './cases/case-rows.ts';
import type { StateDatabase } from './tables.ts';

/** How many texts an incident shows. */
const TEXTS = 5;
/** How many of the latest failed cases the reasons are taken from. */
const REFUSED = 20;

/** How many of the latest cases are counted; more would not change the answer. */
const MAX_COUNTED = 50_000;
/** How many of the busiest hours are skipped. */
const BUSIER_HOURS = 4;
const HOUR_MS = 3_600_000;

/** Reads the cases of incidents. */
export function createIncidentCases(
  database: StateDatabase,
  logger: Logger,
  shards: Shards,
): Pick<Incidents, 'figures' | 'casesOf' | 'guildsWithCasesSince' | 'busyHour'> {
  const casesIn = (guildId: string, number: number) =>
    database.selectFrom('cases').where('guild_id', '=', guildId).where('incident', '=', number);

  return {
    async figures(guildId, number) {
      const counts = await casesIn(guildId, number)
        .select(({ fn }) => [
          fn.countAll().as('cases'),
          fn.max('opened_at').as('last_at'),
          sql<number>`COUNT(DISTINCT CASE WHEN by_webhook = 0 AND author_id <> '' THEN author_id END)`.as(
            'members',
          ),
          sql<number>`COUNT(DISTINCT NULLIF(channel_id, ''))`.as('channels'),
          sql<number>`COUNT(DISTINCT COALESCE(similar_to, number))`.as('texts'),
        ])
        .executeTakeFirstOrThrow();
      const outcomes = await casesIn(guildId, number)
        .select(({ fn }) => ['outcomes', fn.countAll().as('cases')])
        .groupBy('outcomes')
        .execute();
      const textOf = sql<number>`COALESCE(similar_to, number)`;
      const texts = await casesIn(guildId, number)
        .select(({ fn }) => [textOf.as('case_number'), fn.countAll().as('cases')])
        .groupBy(textOf)
        .orderBy(sql`COUNT(*)`, 'desc')
        .orderBy('case_number')
        .limit(TEXTS)
        .execute();
      const refused = await casesIn(guildId, number)
        .select(['guild_id', 'number', 'record'])
        .where('outcomes', 'like', '%:refused%')
        .orderBy('number', 'desc')
        .limit(REFUSED)
        .execute();
      const records = await casesOf(refused, { logger });
      return {
        cases: Number(counts.cases),
        members: counts.members,
        channels: counts.channels,
        lastAt: counts.last_at,
        outcomes: outcomeCounts(
          outcomes.map((row) => ({ outcomes: row.outcomes, cases: Number(row.cases) })),
        ),
        texts: texts.map((row) => ({
          caseNumber: row.case_number,
          cases: Number(row.cases),
        })),
        textCount: counts.texts,
        refusals: refusalsOf(records),
      };
    },
    async casesOf(guildId, number, { after, limit }) {
      const rows = await casesIn(guildId, number)
        .select(['guild_id', 'number', 'record'])
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute();
      return casesOf(rows, { logger });
    },
    async guildsWithCasesSince(timeMs) {
      const rows = await database
        .selectFrom('case_numbers')
        .select('guild_id')
        .where(inShards('guild_id', shards))
        // Reads one entry of an index for each server.
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('cases')
              .select('number')
              .whereRef('cases.guild_id', '=', 'case_numbers.guild_id')
              .where('opened_at', '>=', timeMs),
          ),
        )
        .execute();
      return rows.map((row) => row.guild_id);
    },
    async busyHour(guildId, sinceMs) {
      const latest = database
        .selectFrom('cases')
        .select('opened_at')
        .where('guild_id', '=', guildId)
        .where('opened_at', '>=', sinceMs)
        .orderBy('opened_at', 'desc')
        .limit(MAX_COUNTED);
      const hour = await database
        .selectFrom(latest.as('latest'))
        .select(({ fn }) => fn.countAll().as('cases'))
        .groupBy(sql`opened_at / CAST(${HOUR_MS} AS BIGINT)`)
        .orderBy('cases', 'desc')
        .offset(BUSIER_HOURS)
        .limit(1)
        .executeTakeFirst();
      return Number(hour?.cases ?? 0);
    },
  };
}
