import type { Selectable } from 'kysely';
import { inShards } from '../../shared/database/in-shards.ts';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import { DAY_MS, type Clock } from '../../shared/clock.ts';
import { createKeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type { Logger } from '../../shared/logger.ts';
import { ALL_SERVERS, type Shards } from '../../shared/shards.ts';
import { caseResultSchema, factsOf } from '../domain/figures/case-figures.ts';
import { summarize } from '../domain/figures/author-history.ts';
import { caseSchema, openActionOf, urgencyOf, withoutQuotes, type Case } from '../domain/case.ts';
import { outcomesColumn } from '../domain/incidents/figures.ts';
import { isUnfinished } from '../domain/actions/moderator-actions.ts';
import type { Cases } from '../domain/ports.ts';
import { verdictQuotesSchema } from '../domain/verdict.ts';
import { parseRecord } from './parse-record.ts';
import type { StateDatabase, StateTables } from './tables.ts';

/** A history reads this many cases at most, so that an author with thousands slows nothing down. */
const MAX_HISTORY = 200;

export interface StoredCases extends Cases {
  /** The servers that have cases opened before a time. */
  guildsWithCasesBefore(timeMs: number): Promise<string[]>;
  /** `update` as part of a transaction. */
  updateIn(transaction: StateDatabase, record: Case, change: (latest: Case) => Case): Promise<Case>;
  /** Deletes a server's cases opened before a time, with their texts. Resolves to their numbers. */
  removeBefore(guildId: string, timeMs: number): Promise<number[]>;
}

/** `shards`: whose servers are meant where none is named. */
export function createCases(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
  shards: Shards = ALL_SERVERS,
): StoredCases {
  type Row = Pick<Selectable<StateTables['cases']>, 'guild_id' | 'number' | 'record'>;

  const inOrder = createKeyedMutex();

  /**
   * Transactions with the same key run in the order of the calls. PostgreSQL would run them one after the other, too, but in
   * any order, and each of them would keep a connection waiting that other servers need.
   */
  const transactInOrder = <T>(
    key: string,
    work: (transaction: StateDatabase) => Promise<T>,
  ): Promise<T> => inOrder(key, () => database.transaction().execute(work));

  const caseOf = ({ guild_id: guildId, number, record }: Row): Case | null =>
    parseRecord(caseSchema, record, { logger, name: `case ${guildId}#${number}` });

  const selectCases = (transaction = database) =>
    transaction.selectFrom('cases').select(['guild_id', 'number', 'record']);

  const selectTexts = (guildId: string, number: number) =>
    database
      .selectFrom('case_texts')
      .where('guild_id', '=', guildId)
      .where('case_number', '=', number)
      .where('expires_at', '>', clock.now());

  async function get(guildId: string, number: number): Promise<Case | null> {
    const row = await selectCases()
      .where('guild_id', '=', guildId)
      .where('number', '=', number)
      .executeTakeFirst();
    return row === undefined ? null : caseOf(row);
  }

  const updateIn: StoredCases['updateIn'] = async (transaction, stale, change) => {
    const row = await selectCases(transaction)
      .where('guild_id', '=', stale.guildId)
      .where('number', '=', stale.number)
      .$if(isPostgres(database), (query) => query.forUpdate())
      .executeTakeFirst();
    const latest = (row === undefined ? null : caseOf(row)) ?? stale;
    const next = change(latest);
    if (next === latest) return latest;
    await transaction
      .updateTable('cases')
      .set({ ...columnsOf(next), unfinished: isUnfinished(next) ? 1 : 0 })
      .where('guild_id', '=', stale.guildId)
      .where('number', '=', stale.number)
      .execute();
    return next;
  };

  return {
    open: (whole, text, evidenceDays) =>
      transactInOrder(whole.guildId, async (transaction) => {
        const { draft, quotes } = withoutQuotes(whole);
        const { last: number } = await transaction
          .insertInto('case_numbers')
          .values({ guild_id: draft.guildId, last: 1, last_incident: 0 })
          .onConflict((conflict) =>
            conflict
              .column('guild_id')
              .doUpdateSet((update) => ({ last: update('case_numbers.last', '+', 1) })),
          )
          .returning('last')
          .executeTakeFirstOrThrow();
        const record: Case = { ...draft, number };
        await transaction
          .insertInto('cases')
          .values({
            guild_id: record.guildId,
            number,
            message_id: record.messageId,
            channel_id: record.channelId,
            author_id: record.author.id,
            opened_at: record.openedAt,
            // A draft has no moderator action yet, so only its own steps can be open.
            unfinished: record.closedAt === null ? 1 : 0,
            by_webhook: record.author.kind === 'webhook' ? 1 : 0,
            ...columnsOf(record),
          })
          .execute();
        await transaction
          .insertInto('case_texts')
          .values({
            guild_id: record.guildId,
            case_number: number,
            author_id: record.author.id,
            text,
            quotes: quotes === null ? null : JSON.stringify(quotes),
            expires_at: clock.now() + evidenceDays * DAY_MS,
          })
          .execute();
        return record;
      }),
    update: (record, change) =>
      transactInOrder(`${record.guildId}#${record.number}`, (transaction) =>
        updateIn(transaction, record, change),
      ),
    updateIn,
    get,
    async evidence(guildId, number) {
      const row = await selectTexts(guildId, number).select('text').executeTakeFirst();
      return row?.text ?? null;
    },
    async quotes(guildId, number) {
      const row = await selectTexts(guildId, number).select('quotes').executeTakeFirst();
      const name = `quotes of case ${guildId}#${number}`;
      return typeof row?.quotes === 'string'
        ? parseRecord(verdictQuotesSchema, row.quotes, { logger, name })
        : null;
    },
    async ofMessage(guildId, messageId) {
      const row = await selectCases()
        .where('guild_id', '=', guildId)
        .where('message_id', '=', messageId)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : caseOf(row);
    },
    async ofAlert(guildId, messageId) {
      const rows = await selectCases()
        .where('guild_id', '=', guildId)
        .where('alert_id', '=', messageId)
        .orderBy('number')
        .execute();
      return rows.map(caseOf).filter((record) => record !== null);
    },
    async latestAlert(guildId, authorId) {
      const row = await selectCases()
        .where('guild_id', '=', guildId)
        .where('author_id', '=', authorId)
        .where('alert_id', 'is not', null)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : (caseOf(row)?.alert ?? null);
    },
    async list(guildId, { authorId, below, limit }) {
      let query = selectCases().where('guild_id', '=', guildId);
      if (authorId !== undefined) query = query.where('author_id', '=', authorId);
      if (below !== undefined) query = query.where('number', '<', below);
      const rows = await query.orderBy('number', 'desc').limit(limit).execute();
      return rows.map(caseOf).filter((record) => record !== null);
    },
    async historyOf(guildId, authorId, { sinceMs, below }) {
      const rows = await database
        .selectFrom('cases')
        .select(['result', 'opened_at', 'stands'])
        .where('guild_id', '=', guildId)
        .where('author_id', '=', authorId)
        .where('number', '<', below)
        .orderBy('number', 'desc')
        .limit(MAX_HISTORY)
        .execute();
      const recent = rows.filter((row) => row.opened_at >= sinceMs);
      return summarize(
        recent
          .filter((row) => row.stands === 1)
          .map((row) => ({ result: caseResultSchema.parse(row.result), openedAt: row.opened_at })),
        recent.length < MAX_HISTORY,
      );
    },
    async forgetTexts(guildId, authorId) {
      const { numDeletedRows } = await database
        .deleteFrom('case_texts')
        .where('guild_id', '=', guildId)
        .where('author_id', '=', authorId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async guildsWithCasesBefore(timeMs) {
      const rows = await database
        .selectFrom('cases')
        .select('guild_id')
        .distinct()
        .where('opened_at', '<', timeMs)
        .where(inShards('guild_id', shards))
        .execute();
      return rows.map((row) => row.guild_id);
    },
    removeBefore: (guildId, timeMs) =>
      database.transaction().execute(async (transaction) => {
        const expired = transaction
          .selectFrom('cases')
          .select('number')
          .where('guild_id', '=', guildId)
          .where('opened_at', '<', timeMs);
        await transaction
          .deleteFrom('case_texts')
          .where('guild_id', '=', guildId)
          .where('case_number', 'in', expired)
          .execute();
        for (const table of ['review_texts', 'reviews'] as const) {
          await transaction
            .deleteFrom(table)
            .where('guild_id', '=', guildId)
            .where('subject', 'in', ({ selectFrom }) =>
              selectFrom('reviews')
                .select('subject')
                .where('guild_id', '=', guildId)
                .where('case_number', 'in', expired),
            )
            .execute();
        }
        const rows = await transaction
          .deleteFrom('cases')
          .where('guild_id', '=', guildId)
          .where('opened_at', '<', timeMs)
          .returning('number')
          .execute();
        return rows.map(({ number }) => number);
      }),
    waitingFor: (guildId, { kind, channelId }, limit) =>
      database
        .selectFrom('cases')
        .select(['number', 'urgency'])
        .where('guild_id', '=', guildId)
        .where('next_action', '=', kind)
        .$if(channelId !== null, (query) => query.where('channel_id', '=', channelId ?? ''))
        .orderBy('urgency')
        .orderBy('number')
        .limit(limit)
        .execute(),
    async *unfinished() {
      const open = await database
        .selectFrom('cases')
        .select(['guild_id', 'number'])
        .where('unfinished', '=', 1)
        .where(inShards('guild_id', shards))
        .orderBy('guild_id')
        .orderBy('number')
        .execute();
      // Read one by one: after a raid there may be more records than should be in memory together.
      for (const { guild_id: guildId, number } of open) {
        const record = await get(guildId, number);
        if (record !== null) yield record;
      }
    },
  };
}

/** The columns that follow from the record, whose changes change them. */
function columnsOf(record: Case) {
  const { result, category, handled, isFalsePositive, stands } = factsOf(record);
  return {
    record: JSON.stringify(record),
    result,
    category,
    handled_by: handled?.byId ?? null,
    handled_as: handled?.kind ?? null,
    false_positive: isFalsePositive ? (1 as const) : (0 as const),
    stands: stands ? (1 as const) : (0 as const),
    next_action: openActionOf(record)?.action.kind ?? null,
    urgency: urgencyOf(record),
    alert_id: record.alert?.messageId ?? null,
    incident: record.incident,
    similar_to: record.similarTo,
    outcomes: outcomesColumn(record),
  };
}
