import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { caseSchema, manualActionOf, type Case } from '../domain/case.ts';
import { eventContentSchema, type EventContent } from '../domain/events.ts';
import { incidentSchema, type Incident } from '../domain/incidents/incident.ts';
import type { ModeratorRef } from '../domain/moderator.ts';
import type { MemberData } from '../domain/stored-data.ts';
import { createReviewData } from './reviews/review-data.ts';
import { parseRecord } from './parse-record.ts';
import type { StateDatabase } from './tables.ts';

/** Cases read or rewritten at once, so that a member with many does not block the others. */
const CHUNK = 200;

/** What the bot keeps of a message, for as long as its text. */
interface CaseTexts {
  readonly text: string;
  /** What the verdict quotes of it. */
  readonly quotes: unknown;
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString();

export function createMemberData(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
): MemberData {
  const reviewData = createReviewData(database, clock, logger);

  const caseOf = ({ number, record }: { number: number; record: string }): Case | null =>
    parseRecord(caseSchema, record, { logger, name: `case #${number}` });

  /** The member's own cases, in chunks. */
  async function* casesBy(guildId: string, userId: string): AsyncGenerator<readonly Case[]> {
    let after = 0;
    for (;;) {
      const rows = await database
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
      yield rows.map(caseOf).filter((record) => record !== null);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.number;
    }
  }

  /** The member's keyword alerts that were not posted yet. */
  async function eventsOf(guildId: string, userId: string) {
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

  async function textsOf(
    guildId: string,
    records: readonly Case[],
  ): Promise<Map<number, CaseTexts>> {
    if (records.length === 0) return new Map();
    const rows = await database
      .selectFrom('case_texts')
      .select(['case_number', 'text', 'quotes'])
      .where('guild_id', '=', guildId)
      .where(
        'case_number',
        'in',
        records.map(({ number }) => number),
      )
      .where('expires_at', '>', clock.now())
      .execute();
    return new Map(
      rows.map(({ case_number: number, text, quotes }) => [
        number,
        { text, quotes: quotes === null ? null : JSON.parse(quotes) },
      ]),
    );
  }

  /** What the member did as a moderator. */
  async function moderatorData(guildId: string, userId: string) {
    const rows = await database
      .selectFrom('cases')
      .select(['number', 'record'])
      .where('guild_id', '=', guildId)
      .where('record', 'like', `%"by":{"id":"${userId}"%`)
      .orderBy('number')
      .execute();
    const records = rows.map(caseOf).filter((record) => record !== null);
    const incidents = await database
      .selectFrom('incidents')
      .select(['number', 'record'])
      .where('guild_id', '=', guildId)
      .where('record', 'like', `%{"id":"${userId}"%`)
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
      .where('query', 'like', `%"${userId}"%`)
      .execute();
    return {
      actions: records.flatMap((record) =>
        actionsIn(record)
          .filter(({ by }) => by.id === userId)
          .map(({ kind, at, reason }) => ({ case: record.number, kind, at: iso(at), reason })),
      ),
      notes: records.flatMap(({ number, notes }) =>
        notes
          .filter(({ by }) => by.id === userId)
          .map(({ at, text }) => ({ case: number, at: iso(at), text })),
      ),
      incidents: incidents.flatMap(({ number, record }) => {
        const name = `incident #${number}`;
        const incident = parseRecord(incidentSchema, record, { logger, name });
        return incident === null
          ? []
          : actionsBy(incident, userId).map((action) => ({ incident: number, ...action }));
      }),
      keywords: keywords.map((row) => ({ text: row.text, addedAt: iso(row.added_at) })),
      words: words.map(({ list, text, added_at: at }) => ({ list, text, addedAt: iso(at) })),
      taggingSessions: sessions.map((row) => ({
        id: row.convo_id,
        channelId: row.channel_id,
        title: row.title,
        startedAt: iso(row.started_at),
      })),
      insightsQueries: queries.map((row) => ({ startedAt: iso(row.started_at) })),
    };
  }

  return {
    async export(guildId, userId) {
      const cases: object[] = [];
      for await (const chunk of casesBy(guildId, userId)) {
        const texts = await textsOf(guildId, chunk);
        cases.push(
          ...chunk.map((record) => exportedCase(record, texts.get(record.number) ?? null)),
        );
      }
      const hits = await database
        .selectFrom('keyword_hits')
        .select(['channel_id', 'message_id', 'text', 'expires_at'])
        .where('guild_id', '=', guildId)
        .where('author_id', '=', userId)
        .where('expires_at', '>', clock.now())
        .execute();
      const notices = await database
        .selectFrom('notices')
        .select(['case_number', 'queued_at', 'sent_at'])
        .where('guild_id', '=', guildId)
        .where('author_id', '=', userId)
        .execute();
      const events = await eventsOf(guildId, userId);
      return {
        exportedAt: iso(clock.now()),
        serverId: guildId,
        memberId: userId,
        cases,
        keywordAlerts: hits.map((row) => ({
          channelId: row.channel_id,
          messageId: row.message_id,
          text: row.text,
          keptUntil: iso(row.expires_at),
        })),
        waitingKeywordAlerts: events.map(({ receivedAt, content }) => ({
          receivedAt: iso(receivedAt),
          channelId: content.place?.channelId ?? null,
          messageId: content.place?.messageId ?? null,
          text: content.text,
        })),
        notices: notices.map((row) => ({
          case: row.case_number,
          queuedAt: iso(row.queued_at),
          lastSentAt: row.sent_at === null ? null : iso(row.sent_at),
        })),
        ...(await reviewData.export(guildId, userId)),
        asModerator: {
          ...(await moderatorData(guildId, userId)),
          reviews: await reviewData.decisionsBy(guildId, userId),
        },
      };
    },

    async erase(guildId, userId) {
      let erasedCases = 0;
      for await (const chunk of casesBy(guildId, userId)) {
        for (const { number } of chunk) {
          if (await eraseFromCase(guildId, userId, number)) erasedCases += 1;
        }
      }
      const hits = await database
        .updateTable('keyword_hits')
        .set({ text: null })
        .where('guild_id', '=', guildId)
        .where('author_id', '=', userId)
        .where('text', 'is not', null)
        .returning('event_id')
        .execute();
      const texts = new Set(hits.map((row) => row.event_id));
      for (const { id, content } of await eventsOf(guildId, userId)) {
        if (content.text === null) continue;
        const withoutText: EventContent = { ...content, text: null };
        await database
          .updateTable('events')
          .set({ content: JSON.stringify(withoutText) })
          .where('id', '=', id)
          .where('content', 'is not', null)
          .execute();
        texts.add(id);
      }
      const reviews = await reviewData.erase(guildId, userId);
      return { cases: erasedCases, texts: texts.size, reviews };
    },
  };

  /** Resolves to whether the case had something to erase. */
  function eraseFromCase(guildId: string, userId: string, number: number): Promise<boolean> {
    return database.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('case_texts')
        .where('guild_id', '=', guildId)
        .where('case_number', '=', number)
        .executeTakeFirstOrThrow();
      const row = await transaction
        .selectFrom('cases')
        .select(['number', 'record'])
        .where('guild_id', '=', guildId)
        .where('number', '=', number)
        .$if(isPostgres(database), (query) => query.forUpdate())
        .executeTakeFirst();
      const record = row === undefined ? null : caseOf(row);
      if (record === null) return numDeletedRows > 0n;
      const { author, notes } = record;
      // An app keeps its name.
      const name = author.id === userId ? author.id : author.name;
      if (author.name === name && notes.length === 0) return numDeletedRows > 0n;
      const erased: Case = {
        ...record,
        author: { ...author, name, joinedAt: null },
        notes: [],
        blockedWords: [],
      };
      await transaction
        .updateTable('cases')
        .set({ record: JSON.stringify(erased) })
        .where('guild_id', '=', guildId)
        .where('number', '=', number)
        .execute();
      return true;
    });
  }
}

/** What a moderator did about an incident. */
function actionsBy(
  { bulkActions, pauses, endedAt, endedBy }: Incident,
  userId: string,
): { kind: string; at: string }[] {
  const actions = [
    ...bulkActions.map(({ kind, by, at }) => ({ kind, by, at })),
    ...pauses.map(({ kind, what, by, at }) => ({ kind: `${kind} ${what}`, by, at })),
    ...(endedBy === null || endedAt === null ? [] : [{ kind: 'end', by: endedBy, at: endedAt }]),
  ];
  return actions.flatMap(({ kind, by, at }) => (by.id === userId ? [{ kind, at: iso(at) }] : []));
}

/** What moderators did in a case: by the command that opened it, and about it. */
function actionsIn(
  record: Case,
): { kind: string; by: ModeratorRef; at: number; reason: string | null }[] {
  const manual = manualActionOf(record);
  const opening = manual === null ? [] : [{ ...manual, at: record.openedAt }];
  return [...opening, ...record.moderatorActions];
}

function withoutModerator(judgement: Case['judgement']): object {
  if (judgement.kind !== 'manual') return judgement;
  const { by: _by, ...action } = judgement.action;
  return { ...judgement, action };
}

/** A case as its author may see it: without who the moderators are. */
function exportedCase(record: Case, texts: CaseTexts | null): object {
  const { guildId: _guildId, author, openedAt, closedAt, judgement, ...rest } = record;
  const { moderatorActions, notes, keywordAlerts: _keywordAlerts, alert: _alert, ...others } = rest;
  const { blockedWords: _blockedWords, ...facts } = others;
  return {
    ...facts,
    judgement: withoutModerator(judgement),
    authorName: author.name,
    authorJoinedAt: author.joinedAt === null ? null : iso(author.joinedAt),
    text: texts?.text ?? null,
    quotes: texts?.quotes ?? null,
    openedAt: iso(openedAt),
    closedAt: closedAt === null ? null : iso(closedAt),
    moderatorActions: moderatorActions.map(({ by: _by, at, endedAt, ...action }) => ({
      ...action,
      at: iso(at),
      endedAt: endedAt === null ? null : iso(endedAt),
    })),
    notes: notes.map(({ at, text: note }) => ({ at: iso(at), text: note })),
  };
}
