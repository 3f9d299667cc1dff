import type { Selectable } from 'kysely';
import { inShards } from '../../shared/database/in-shards.ts';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import type { Logger } from '../../shared/logger.ts';
import { ALL_SERVERS, type Shards } from '../../shared/shards.ts';
import { incidentSchema, runningAction, type Incident } from '../domain/incidents/incident.ts';
import type { Incidents } from '../domain/incidents/incident-ports.ts';
import { createIncidentCases } from './incident-cases.ts';
import { parseRecord } from './parse-record.ts';
import { forgetPost } from './posts.ts';
import type { StateDatabase, StateTables } from './tables.ts';

export interface StoredIncidents extends Incidents {
  /** `update` as part of a transaction. */
  updateIn(
    transaction: StateDatabase,
    ...args: Parameters<Incidents['update']>
  ): ReturnType<Incidents['update']>;
  /** Deletes a server's incidents that ended before a time. */
  removeBefore(guildId: string, timeMs: number): Promise<void>;
}

/** `shards`: the shards whose servers count in methods that name no server. */
export function createIncidents(
  database: StateDatabase,
  logger: Logger,
  shards: Shards = ALL_SERVERS,
): StoredIncidents {
  type Row = Pick<Selectable<StateTables['incidents']>, 'guild_id' | 'number' | 'record'>;

  const incidentOf = ({ guild_id: guildId, number, record }: Row): Incident | null =>
    parseRecord(incidentSchema, record, { logger, name: `incident ${guildId}#${number}` });

  const select = (transaction = database) =>
    transaction.selectFrom('incidents').select(['guild_id', 'number', 'record']);

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
        // Locks the server's row, so that if two open an incident at once, the second finds the first one's.
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
    ...createIncidentCases(database, logger, shards),
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

/** The columns that are derived from the record. */
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
