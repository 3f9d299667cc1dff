import { isoTime } from '../../../shared/clock.ts';
import type { Case } from '../../domain/case.ts';
import { casesBy, keywordEventsOf, type MemberContext } from './member-records.ts';

/** The bot's copy of a message, kept for as long as its text. */
interface CaseTexts {
  readonly text: string;
  /** The verdict's quotes of the text. */
  readonly quotes: unknown;
}

/** The records that concern a member as an author. */
export async function authorDataOf(context: MemberContext, guildId: string, userId: string) {
  const { database, clock } = context;
  const hits = await database
    .selectFrom('keyword_hits')
    .select(['channel_id', 'message_id', 'text', 'expires_at'])
    .where('guild_id', '=', guildId)
    .where('author_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .execute();
  const notes = await database
    .selectFrom('member_notes')
    .select(['written_at', 'text'])
    .where('guild_id', '=', guildId)
    .where('member_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .orderBy('written_at')
    .execute();
  const notices = await database
    .selectFrom('notices')
    .select(['case_number', 'queued_at', 'sent_at'])
    .where('guild_id', '=', guildId)
    .where('author_id', '=', userId)
    .execute();
  const events = await keywordEventsOf(context, guildId, userId);
  return {
    exportedAt: isoTime(clock.now()),
    serverId: guildId,
    memberId: userId,
    cases: exportedCases(context, guildId, userId),
    notes: notes.map((row) => ({ at: isoTime(row.written_at), text: row.text })),
    keywordAlerts: hits.map((row) => ({
      channelId: row.channel_id,
      messageId: row.message_id,
      text: row.text,
      keptUntil: isoTime(row.expires_at),
    })),
    waitingKeywordAlerts: events.map(({ receivedAt, content }) => ({
      receivedAt: isoTime(receivedAt),
      channelId: content.place?.channelId ?? null,
      messageId: content.place?.messageId ?? null,
      text: content.text,
    })),
    notices: notices.map((row) => ({
      case: row.case_number,
      queuedAt: isoTime(row.queued_at),
      lastSentAt: row.sent_at === null ? null : isoTime(row.sent_at),
    })),
  };
}

async function* exportedCases(
  context: MemberContext,
  guildId: string,
  userId: string,
): AsyncGenerator<readonly object[]> {
  for await (const chunk of casesBy(context, guildId, userId)) {
    const texts = await textsOf(context, guildId, chunk);
    yield chunk.map((record) => exportedCase(record, texts.get(record.number) ?? null));
  }
}

async function textsOf(
  { database, clock }: MemberContext,
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

function withoutModerator(judgement: Case['judgement']): object {
  if (judgement.kind !== 'manual') return judgement;
  const { by: _by, ...action } = judgement.action;
  return { ...judgement, action };
}

/** A case as its author may see it: without the moderators' identities. */
function exportedCase(record: Case, texts: CaseTexts | null): object {
  const { guildId: _guildId, author, openedAt, closedAt, judgement, ...rest } = record;
  const { moderatorActions, notes, keywordAlerts: _keywordAlerts, alert: _alert, ...others } = rest;
  const { blockedWords: _blockedWords, reasonChanges = [], claim: _claim, ...facts } = others;
  return {
    ...facts,
    judgement: withoutModerator(judgement),
    authorName: author.name,
    authorJoinedAt: author.joinedAt === null ? null : isoTime(author.joinedAt),
    text: texts?.text ?? null,
    quotes: texts?.quotes ?? null,
    openedAt: isoTime(openedAt),
    closedAt: closedAt === null ? null : isoTime(closedAt),
    moderatorActions: moderatorActions.map(({ by: _by, at, endedAt, ...action }) => ({
      ...action,
      at: isoTime(at),
      endedAt: endedAt === null ? null : isoTime(endedAt),
    })),
    notes: notes.map(({ at, text: note }) => ({ at: isoTime(at), text: note })),
    reasonChanges: reasonChanges.map(({ at, before }) => ({ at: isoTime(at), before })),
  };
}
