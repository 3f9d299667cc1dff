import { sql, type Selectable } from 'kysely';
import { inShards } from '../../shared/database/in-shards.ts';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import type { Logger } from '../../shared/logger.ts';
import { ALL_SERVERS, type Shards } from '../../shared/shards.ts';
import { caseSchema, type Case } from '../domain/case.ts';
import { outcomeCounts, refusalsOf } from '../domain/incidents/figures.ts';
import { incidentSchema, runningAction, type Incident } from '../domain/incidents/incident.ts';
import type { Incidents } from '../domain/incidents/incident-ports.ts';
import { parseRecord } from './parse-record.ts';
import { forgetPost } from './posts.ts';
import type { StateDatabase, StateTables } from './tables.ts';

/** Texts that an incident shows. */
const TEXTS = 5;
/** Reasons for failures come from so many of the latest cases with one. */
const REFUSED = 20;

/** Cases that tell how busy a server is, the latest ones: enough of them say so sooner. */
const MAX_COUNTED = 50_000;
/** Busier hours than the one that counts. */
const BUSIER_HOURS = 4;
const HOUR_MS = 3_600_000;

export interface StoredIncidents extends Incidents {
  /** `update` as part of a transaction. */
  updateIn(
    transaction: StateDatabase,
    ...args: Parameters<Incidents['update']>
  ): ReturnType<Incidents['update']>;
  /** Deletes a server's incidents that ended before a time. */
  removeBefore(guildId: string, timeMs: number): Promise<void>;
}

/** `shards`: whose servers are meant where none is named. */
export function createIncidents(
  database: StateDatabase,
  logger: Logger,
  shards: Shards = ALL_SERVERS,
): StoredIncidents {
  type Row = Pick<Selectable<StateTables['incidents']>, 'guild_id' | 'number' | 'record'>;

  const incidentOf = ({ guild_id: guildId, number, record }: Row): Incident | null =>
    parseRecord(incidentSchema, record, { logger, name: `incident ${guildId}#${number}` });

  const caseOf = (guildId: string, row: { number: number; record: string }): Case | null =>
    parseRecord(caseSchema, row.record, { logger, name: `case ${guildId}#${row.number}` });

  const select = (transaction = database) =>
    transaction.selectFrom('incidents').select(['guild_id', 'number', 'record']);

  const casesIn = (guildId: string, number: number) =>
    database.selectFrom('cases').where('guild_id', '=', guildId).where('incident', '=', number);

  async function current(guildId: string, transaction = database): Promise<Incident | null> {
    const row = await select(transaction)
      .where('guild_id', '=', guildId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : incidentOf(row);
  }

  const updateIn: StoredIncidents['updateIn'] = async (
    transaction,
    { guildId, number },
    change,
  ) => {
    const row = await select(transaction)
      .where('guild_id', '=', guildId)
      .where('number', '=', number)
      .$if(isPostgres(database), (query) => query.forUpdate())
      .executeTakeFirst();
    const latest = row === undefined ? null : incidentOf(row);
    if (latest === null) return null;
    const next = change(latest);
    if (next === latest) return latest;
    await transaction
      .updateTable('incidents')
      .set(columnsOf(next))
      .where('guild_id', '=', guildId)
      .where('number', '=', number)
      .execute();
    return next;
  };

  return {
    open: (draft) =>
      database.transaction().execute(async (transaction) => {
        const { guildId } = draft;
        // Locks the server's row, so that of two that open at once, the second finds the first.
        await transaction
          .insertInto('case_numbers')
          .values({ guild_id: guildId, last: 0, last_incident: 0 })
          .onConflict((conflict) =>
            conflict
              .column('guild_id')
              .doUpdateSet(({ ref }) => ({ last_incident: ref('case_numbers.last_incident') })),
          )
          .execute();
        const open = await current(guildId, transaction);
        if (open !== null) return open;
        const { last_incident: number } = await transaction
          .updateTable('case_numbers')
          .set(({ eb }) => ({ last_incident: eb('last_incident', '+', 1) }))
          .where('guild_id', '=', guildId)
          .returning('last_incident')
          .executeTakeFirstOrThrow();
        const incident: Incident = { ...draft, number };
        await transaction
          .insertInto('incidents')
          .values({ guild_id: guildId, number, ...columnsOf(incident) })
          .execute();
        return incident;
      }),
    update: (incident, change) =>
      database.transaction().execute((transaction) => updateIn(transaction, incident, change)),
    updateIn,
    async get(guildId, number) {
      const row = await select()
        .where('guild_id', '=', guildId)
        .where('number', '=', number)
        .executeTakeFirst();
      return row === undefined ? null : incidentOf(row);
    },
    current,
    async list(guildId, limit) {
      const rows = await select()
        .where('guild_id', '=', guildId)
        .orderBy('number', 'desc')
        .limit(limit)
        .execute();
      return rows.map(incidentOf).filter((incident) => incident !== null);
    },
    async unfinished() {
      const rows = await select()
        .where('unfinished', '=', 1)
        .where(inShards('guild_id', shards))
        .orderBy('guild_id')
        .orderBy('number')
        .execute();
      return rows.map(incidentOf).filter((incident) => incident !== null);
    },
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
        .select(['number', 'record'])
        .where('outcomes', 'like', '%:refused%')
        .orderBy('number', 'desc')
        .limit(REFUSED)
        .execute();
      const records = refused.map((row) => caseOf(guildId, row)).filter((each) => each !== null);
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
        .select(['number', 'record'])
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map((row) => caseOf(guildId, row)).filter((record) => record !== null);
    },
    async guildsWithCasesSince(timeMs) {
      const rows = await database
        .selectFrom('cases')
        .select('guild_id')
        .distinct()
        .where('opened_at', '>=', timeMs)
        .where(inShards('guild_id', shards))
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
    removeBefore: (guildId, timeMs) =>
      database.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('incidents')
          .where('guild_id', '=', guildId)
          .where('ended_at', '<', timeMs)
          .where('unfinished', '=', 0)
          .returning('number')
          .execute();
        for (const { number } of removed) {
          await forgetPost(transaction, { guildId, kind: 'incident', subject: String(number) });
        }
      }),
  };
}

/** The columns that follow from the record. */
function columnsOf(incident: Incident) {
  const { openedAt, endedAt } = incident;
  const isUnfinished = endedAt === null || runningAction(incident) !== null;
  return {
    record: JSON.stringify(incident),
    opened_at: openedAt,
    ended_at: endedAt,
    unfinished: isUnfinished ? (1 as const) : (0 as const),
  };
}
