import { DAY_MS } from '../../../src/shared/clock.ts';
import { snowflakeAt } from '../../../src/shared/snowflake.ts';
import type { Case } from '../../../src/bot/domain/case.ts';
import { columnsOf } from '../../../src/bot/storage/cases/case-rows.ts';
import type { StateDatabase } from '../../../src/bot/storage/tables.ts';

export interface History {
  readonly guildId: string;
  readonly channelIds: readonly string[];
  readonly cases: number;
  /** The member with many of the cases; the others have many authors. */
  readonly ofOneMember: { readonly userId: string; readonly cases: number };
  /** The moderator who handled one case in ten. */
  readonly moderatorId: string;
  /** The time of the latest case. */
  readonly nowMs: number;
  readonly progress: (cases: number) => void;
}

/** The cases are spread over this many days. */
const DAYS = 300;
/** The texts of cases from this many recent days are still kept. */
const TEXT_DAYS = 30;
const AUTHORS = 20_000;
/** Rows per statement; SQLite takes at most 32,766 parameters. */
const BATCH = 500;
const PER_TRANSACTION = 20_000;

/** Stores closed cases like the bot's own, oldest first. */
export async function fillHistory(database: StateDatabase, history: History): Promise<void> {
  const { cases: total, guildId } = history;
  for (let first = 1; first <= total; first += PER_TRANSACTION) {
    const last = Math.min(total, first + PER_TRANSACTION - 1);
    await database.transaction().execute(async (transaction) => {
      for (let start = first; start <= last; start += BATCH) {
        const numbers = range(start, Math.min(last, start + BATCH - 1));
        const records = numbers.map((number) => caseNumber(number, history));
        await transaction.insertInto('cases').values(records.map(rowOf)).execute();
        const texts = records.flatMap((record) => textRowsOf(record, history.nowMs));
        const acted = records.flatMap(moderatorRowsOf);
        if (acted.length > 0) {
          await transaction.insertInto('case_moderators').values(acted).execute();
        }
        if (texts.length > 0) await transaction.insertInto('case_texts').values(texts).execute();
      }
      await transaction
        .insertInto('case_numbers')
        .values({ guild_id: guildId, last, last_incident: 0 })
        .onConflict((conflict) => conflict.column('guild_id').doUpdateSet({ last }))
        .execute();
    });
    history.progress(last);
  }
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function caseNumber(number: number, history: History): Case {
  const { guildId, channelIds, cases, ofOneMember, moderatorId, nowMs } = history;
  const openedAt = Math.floor(nowMs - DAYS * DAY_MS * (1 - number / cases));
  const isOwn = number % Math.floor(cases / ofOneMember.cases) === 0;
  const authorId = isOwn ? ofOneMember.userId : snowflakeAt(1_600_000_000_000 + (number % AUTHORS));
  const channelId = channelIds[number % channelIds.length] ?? '';
  const done = { status: 'done', at: openedAt + 200 } as const;
  const by = { id: moderatorId, name: 'moderator' };
  return {
    guildId,
    number,
    subject: 'message',
    messageId: snowflakeAt(openedAt),
    earlierMessageIds: [],
    channelId,
    forumId: null,
    previousMessageId: snowflakeAt(openedAt - 5_000),
    announcedThreadId: null,
    author: {
      id: authorId,
      name: `member ${number % AUTHORS}`,
      kind: 'person',
      usedBy: null,
      joinedAt: openedAt - 90 * DAY_MS,
    },
    edited: false,
    fingerprint: `fingerprint-of-the-text-of-case-${number}`,
    mode: 'enforce',
    judgement: {
      kind: 'verdict',
      verdict: {
        action: 'delete',
        confidence: 0.97,
        scores: { 'engine1.baseline': 0.97, 'engine2.vulgar': 0.42, 'engine2.aggressive': 0.3 },
        sentiment: -0.8,
        language: 'English',
        uuid: '00000000-0000-4000-8000-000000000000',
        version: '1',
        details: null,
        quotes: null,
      },
    },
    rule: { of: 'preset', preset: 'normal', id: 'delete' },
    withheld: null,
    escalation: null,
    steps: [
      { effect: { kind: 'delete' }, outcome: done },
      { effect: { kind: 'notice' }, outcome: done },
      { effect: { kind: 'alert' }, outcome: done },
    ],
    alert: { channelId: channelIds[0] ?? '', messageId: snowflakeAt(openedAt + 1_000) },
    openedAt,
    closedAt: openedAt + 1_200,
    blockedWords: [],
    keywords: [],
    keywordAlerts: [],
    incident: null,
    similarTo: null,
    moderatorActions:
      number % 10 === 0
        ? [{ kind: 'done', by, at: openedAt + 60_000, reason: null, steps: [], endedAt: openedAt }]
        : [],
    notes: [],
  };
}

function rowOf(record: Case) {
  return {
    guild_id: record.guildId,
    number: record.number,
    message_id: record.messageId,
    channel_id: record.channelId,
    author_id: record.author.id,
    opened_at: record.openedAt,
    by_webhook: 0 as const,
    unfinished: 0 as const,
    ...columnsOf(record),
  };
}

function textRowsOf({ guildId, number, author, openedAt }: Case, nowMs: number) {
  const expiresAt = openedAt + TEXT_DAYS * DAY_MS;
  if (expiresAt <= nowMs) return [];
  const text = `the text of case ${number}, as long as such texts usually are in a chat`;
  const row = { guild_id: guildId, case_number: number, author_id: author.id, text, quotes: null };
  return [{ ...row, expires_at: expiresAt }];
}

function moderatorRowsOf({ guildId, number, moderatorActions }: Case) {
  return moderatorActions.map(({ by }) => ({
    guild_id: guildId,
    moderator_id: by.id,
    case_number: number,
  }));
}
