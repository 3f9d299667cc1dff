import { inShards } from '../../../shared/database/in-shards.ts';
import { hasOpenAlert, type Case } from '../../domain/case.ts';
import { summarize } from '../../domain/figures/author-history.ts';
import { caseResultSchema } from '../../domain/figures/case-figures.ts';
import type { Cases } from '../../domain/ports.ts';
import { alertOf, parseAlertSubject } from '../../domain/posts/alert-ref.ts';
import { verdictQuotesSchema } from '../../domain/verdict.ts';
import { parseRecord } from '../parse-record.ts';
import { caseOf, casesOf, selectCases, type CaseStoreContext } from './case-rows.ts';

/** A history reads at most this many cases, so that an author with thousands does not slow anything down. */
const MAX_HISTORY = 200;

export type CaseReader = Pick<
  Cases,
  | 'get'
  | 'evidence'
  | 'sealedPictures'
  | 'quotes'
  | 'ofMessage'
  | 'ofAlert'
  | 'latestAlert'
  | 'list'
  | 'historyOf'
  | 'waitingFor'
  | 'waitingForAlert'
  | 'bansEndedBy'
  | 'openAlerts'
  | 'unfinished'
>;

export function createCaseReader(context: CaseStoreContext): CaseReader {
  const { database, clock, logger, shards } = context;

  const selectTexts = (guildId: string, number: number) =>
    database
      .selectFrom('case_texts')
      .where('guild_id', '=', guildId)
      .where('case_number', '=', number)
      .where('expires_at', '>', clock.now());

  async function get(guildId: string, number: number): Promise<Case | null> {
    const row = await selectCases(database)
      .where('guild_id', '=', guildId)
      .where('number', '=', number)
      .executeTakeFirst();
    return row === undefined ? null : caseOf(row, context);
  }

  return {
    get,
    async evidence(guildId, number) {
      const row = await selectTexts(guildId, number).select('text').executeTakeFirst();
      return row?.text ?? null;
    },
    async sealedPictures(guildId, number) {
      const row = await selectTexts(guildId, number)
        .select('encrypted_pictures')
        .executeTakeFirst();
      return row?.encrypted_pictures ?? null;
    },
    async quotes(guildId, number) {
      const row = await selectTexts(guildId, number).select('quotes').executeTakeFirst();
      const name = `quotes of case ${guildId}#${number}`;
      return typeof row?.quotes === 'string'
        ? parseRecord(verdictQuotesSchema, row.quotes, { logger, name })
        : null;
    },
    async ofMessage(guildId, messageId) {
      const row = await selectCases(database)
        .where('guild_id', '=', guildId)
        .where('message_id', '=', messageId)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : caseOf(row, context);
    },
    async ofAlert(guildId, messageId) {
      const rows = await selectCases(database)
        .where('guild_id', '=', guildId)
        .where('alert_id', '=', messageId)
        .orderBy('number')
        .execute();
      return casesOf(rows, context);
    },
    async latestAlert(guildId, authorId) {
      const row = await selectCases(database)
        .where('guild_id', '=', guildId)
        .where('author_id', '=', authorId)
        .where('alert_id', 'is not', null)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : (caseOf(row, context)?.alert ?? null);
    },
    async list(guildId, { authorId, below, limit }) {
      let query = selectCases(database).where('guild_id', '=', guildId);
      if (authorId !== undefined) query = query.where('author_id', '=', authorId);
      if (below !== undefined) query = query.where('number', '<', below);
      const rows = await query.orderBy('number', 'desc').limit(limit).execute();
      return casesOf(rows, context);
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
    waitingForAlert: createWaitingForAlert(context),
    bansEndedBy: createBansEndedBy(context),
    openAlerts: createOpenAlerts(context),
    async *unfinished() {
      const open = await database
        .selectFrom('cases')
        .select(['guild_id', 'number'])
        .where('unfinished', '=', 1)
        .where(inShards('guild_id', shards))
        .orderBy('guild_id')
        .orderBy('number')
        .execute();
      // Read one by one: after a raid, there may be more records than should be in memory at the same time.
      for (const { guild_id: guildId, number } of open) {
        const record = await get(guildId, number);
        if (record !== null) yield record;
      }
    },
  };
}

function createWaitingForAlert(context: CaseStoreContext): Cases['waitingForAlert'] {
  return async (ref, limit) => {
    const subject = parseAlertSubject(ref.subject);
    const rows = await selectCases(context.database)
      .where('guild_id', '=', ref.guildId)
      .where('unfinished', '=', 1)
      .where('next_action', 'is', null)
      .where('alert_id', 'is', null)
      .where(({ eb }) =>
        subject.kind === 'author'
          ? eb('author_id', '=', subject.authorId)
          : eb('number', '=', subject.number ?? 0),
      )
      .orderBy('number')
      .limit(limit)
      .execute();
    const records = await casesOf(rows, context);
    return records.filter(
      (record) => hasOpenAlert(record) && alertOf(record).subject === ref.subject,
    );
  };
}

function createBansEndedBy({ database, shards }: CaseStoreContext): Cases['bansEndedBy'] {
  return async (timeMs) => {
    const rows = await database
      .selectFrom('cases')
      .select(['guild_id', 'number'])
      .where('ban_ends_at', '<=', timeMs)
      .where(inShards('guild_id', shards))
      .orderBy('ban_ends_at')
      .execute();
    return rows.map(({ guild_id: guildId, number }) => ({ guildId, number }));
  };
}

function createOpenAlerts(context: CaseStoreContext): Cases['openAlerts'] {
  return async (guildId, { sinceMs, limit }) => {
    const rows = await selectCases(context.database)
      .where('guild_id', '=', guildId)
      .where('opened_at', '>=', sinceMs)
      .where('handled_by', 'is', null)
      .where('alert_id', 'is not', null)
      .orderBy('opened_at', 'desc')
      .limit(limit)
      .execute();
    return casesOf(rows, context);
  };
}
