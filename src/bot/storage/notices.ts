import type { Selectable } from 'kysely';
import { inShards } from '../../shared/database/in-shards.ts';
import { DAY_MS } from '../../shared/clock.ts';
import { ALL_SERVERS, type Shards } from '../../shared/shards.ts';
import type { NoticeRow, Notices } from '../domain/notices.ts';
import type { StateDatabase, StateTables } from './tables.ts';

/** A bot that was down for a long time still has to record that the notice was not sent. */
const KEEP_WAITING_MS = 30 * DAY_MS;
/** Longer than the time between two notices. */
const KEEP_SENT_MS = 2 * DAY_MS;

type Row = Selectable<StateTables['notices']>;

/** `shards`: the shards whose servers' notices `next` returns. */
export function createNotices(database: StateDatabase, shards: Shards = ALL_SERVERS): Notices {
  return {
    async get(guildId, authorId) {
      const row = await database
        .selectFrom('notices')
        .selectAll()
        .where('guild_id', '=', guildId)
        .where('author_id', '=', authorId)
        .executeTakeFirst();
      return row === undefined ? null : noticeOf(row);
    },
    put: (notice) => putNotice(database, notice),
    async next() {
      const row = await database
        .selectFrom('notices')
        .selectAll()
        .where('waiting', '=', 1)
        .where(inShards('guild_id', shards))
        .orderBy('due_at')
        .orderBy('queued_at')
        .orderBy('guild_id')
        .orderBy('author_id')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : noticeOf(row);
    },
  };
}

/** `put` as part of a transaction. */
export async function putNotice(transaction: StateDatabase, notice: NoticeRow): Promise<void> {
  const values = {
    case_number: notice.caseNumber,
    waiting: notice.isWaiting ? (1 as const) : (0 as const),
    queued_at: notice.queuedAt,
    due_at: notice.dueAt,
    tries: notice.tries,
    sent_at: notice.sentAt,
    expires_at: notice.queuedAt + (notice.isWaiting ? KEEP_WAITING_MS : KEEP_SENT_MS),
  };
  await transaction
    .insertInto('notices')
    .values({ guild_id: notice.guildId, author_id: notice.authorId, ...values })
    .onConflict((conflict) => conflict.columns(['guild_id', 'author_id']).doUpdateSet(values))
    .execute();
}

function noticeOf(row: Row): NoticeRow {
  return {
    guildId: row.guild_id,
    authorId: row.author_id,
    caseNumber: row.case_number,
    isWaiting: row.waiting === 1,
    queuedAt: row.queued_at,
    dueAt: row.due_at,
    tries: row.tries,
    sentAt: row.sent_at,
  };
}
