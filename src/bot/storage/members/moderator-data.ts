import { isoTime } from '../../../shared/clock.ts';
import { manualActionOf, type Case } from '../../domain/case.ts';
import { incidentSchema, type Incident } from '../../domain/incidents/incident.ts';
import type { ModeratorRef } from '../../domain/moderator.ts';
import { startedQuerySchema } from '../../domain/insights-jobs.ts';
import { parseRecord } from '../parse-record.ts';
import { casesHandledBy, type MemberContext } from './member-records.ts';

/** The member's actions as a moderator. */
export async function moderatorDataOf(context: MemberContext, guildId: string, userId: string) {
  const { database, logger } = context;
  async function* ofCases(
    entriesOf: (record: Case) => readonly object[],
  ): AsyncGenerator<readonly object[]> {
    for await (const chunk of casesHandledBy(context, guildId, userId)) {
      yield chunk.flatMap(entriesOf);
    }
  }
  const incidents = await database
    .selectFrom('incidents')
    .select(['number', 'record'])
    .where('guild_id', '=', guildId)
    .orderBy('number')
    .execute();
  const keywords = await database
    .selectFrom('keywords')
    .select(['text', 'added_at'])
    .where('guild_id', '=', guildId)
    .where('by_id', '=', userId)
    .execute();
  const words = await database
    .selectFrom('server_words')
    .select(['list', 'text', 'added_at'])
    .where('guild_id', '=', guildId)
    .where('by_id', '=', userId)
    .execute();
  const pictures = await database
    .selectFrom('known_pictures')
    .select(['hash', 'source', 'added_at'])
    .where('guild_id', '=', guildId)
    .where('by_id', '=', userId)
    .execute();
  const memberNotes = await database
    .selectFrom('member_notes')
    .select(['written_at', 'text'])
    .where('guild_id', '=', guildId)
    .where('by_id', '=', userId)
    .execute();
  const sessions = await database
    .selectFrom('tagging_sessions')
    .select(['convo_id', 'channel_id', 'title', 'started_at'])
    .where('guild_id', '=', guildId)
    .where('user_id', '=', userId)
    .execute();
  const queries = await database
    .selectFrom('insights_jobs')
    .select(['query', 'started_at'])
    .where('guild_id', '=', guildId)
    .execute();
  return {
    actions: ofCases((record) =>
      actionsIn(record)
        .filter(({ by }) => by.id === userId)
        .map(({ kind, at, reason }) => ({ case: record.number, kind, at: isoTime(at), reason })),
    ),
    notes: ofCases(({ number, notes }) =>
      notes
        .filter(({ by }) => by.id === userId)
        .map(({ at, text }) => ({ case: number, at: isoTime(at), text })),
    ),
    memberNotes: memberNotes.map((row) => ({ at: isoTime(row.written_at), text: row.text })),
    incidents: incidents.flatMap(({ number, record }) => {
      const name = `incident #${number}`;
      const incident = parseRecord(incidentSchema, record, { logger, name });
      return incident === null
        ? []
        : actionsBy(incident, userId).map((action) => ({ incident: number, ...action }));
    }),
    keywords: keywords.map((row) => ({ text: row.text, addedAt: isoTime(row.added_at) })),
    words: words.map(({ list, text, added_at: at }) => ({ list, text, addedAt: isoTime(at) })),
    pictures: pictures.map(({ hash, source, added_at: at }) => ({
      hash,
      source,
      addedAt: isoTime(at),
    })),
    taggingSessions: sessions.map((row) => ({
      id: row.convo_id,
      channelId: row.channel_id,
      title: row.title,
      startedAt: isoTime(row.started_at),
    })),
    // There are few, because they expire within days.
    insightsQueries: queries.flatMap((row) =>
      parseRecord(startedQuerySchema, row.query, { logger, name: 'insights query' })?.userId ===
      userId
        ? [{ startedAt: isoTime(row.started_at) }]
        : [],
    ),
  };
}

/** A moderator's actions about an incident. */
function actionsBy(
  { bulkActions, pauses, endedAt, endedBy }: Incident,
  userId: string,
): { kind: string; at: string }[] {
  const actions = [
    ...bulkActions.map(({ kind, by, at }) => ({ kind, by, at })),
    ...pauses.map(({ kind, what, by, at }) => ({ kind: `${kind} ${what}`, by, at })),
    ...(endedBy === null || endedAt === null ? [] : [{ kind: 'end', by: endedBy, at: endedAt }]),
  ];
  return actions.flatMap(({ kind, by, at }) =>
    by.id === userId ? [{ kind, at: isoTime(at) }] : [],
  );
}

/** Moderators' actions in a case: the command that opened it, and those about it. */
function actionsIn(
  record: Case,
): { kind: string; by: ModeratorRef; at: number; reason: string | null }[] {
  const manual = manualActionOf(record);
  const opening = manual === null ? [] : [{ ...manual, at: record.openedAt }];
  const changes = (record.reasonChanges ?? []).map(({ by, at, before }) => ({
    kind: 'change reason',
    by,
    at,
    reason: before,
  }));
  return [...opening, ...record.moderatorActions, ...changes];
}
