import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type SqlBool } from 'kysely';
import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Case } from '../../domain/case.ts';
import type { CaseSpan } from '../../domain/figures/case-figures.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase } from '../tables.ts';
import {
  addCounts,
  channelCountsSchema,
  COUNTED_COLUMNS,
  countCase,
  noCounts,
  type ChannelCounts,
} from './case-counts.ts';

/** By channel. */
export type CountsByChannel = Map<string, ChannelCounts>;

interface Context {
  readonly database: StateDatabase;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** Cases counted at once: they hold the event loop for some milliseconds. */
const PAGE = 500;
const DAYS_AT_ONCE = 20;
const PARSED_AT_ONCE = 20;

/** The row that says that a day's other rows are complete. No channel has this id. */
const WHOLE_DAY = '*';

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/**
 * Counts the cases of a span, by channel. Days that are over are counted once and stored, so that a year of a large server is
 * some hundred rows. `forgetDay` has a day counted again.
 */
export async function countCases(
  context: Context,
  guildId: string,
  span: CaseSpan,
): Promise<CountsByChannel> {
  const sum: CountsByChannel = new Map();
  const firstDay = Math.ceil(span.fromMs / DAY_MS);
  const endDay = Math.min(dayOf(span.toMs), dayOf(context.clock.now()));
  if (endDay <= firstDay) {
    await countRows(context, sum, guildId, span);
    return sum;
  }
  await countRows(context, sum, guildId, { ...span, toMs: firstDay * DAY_MS });
  const stored = await storedDays(context, guildId, firstDay);
  for (let day = firstDay; day < endDay; day += 1) {
    if (stored.has(day)) continue;
    const counts = await countDay(context, guildId, day);
    for (const [channelId, more] of counts) addCounts(countsIn(sum, channelId), more);
  }
  for (let day = firstDay; day < endDay; day += DAYS_AT_ONCE) {
    const endOfPage = Math.min(endDay, day + DAYS_AT_ONCE);
    for (const row of await readDays(context, guildId, day, endOfPage)) {
      if (stored.has(row.day)) addCounts(countsIn(sum, row.channelId), row.counts);
    }
  }
  await countRows(context, sum, guildId, { ...span, fromMs: endDay * DAY_MS });
  return sum;
}

/** Counts those of the last days that are not stored. */
export async function countPastDays(
  context: Context,
  guildId: string,
  { days, isStopped }: { readonly days: number; readonly isStopped: () => boolean },
): Promise<void> {
  const today = dayOf(context.clock.now());
  const stored = await storedDays(context, guildId, today - days);
  for (let day = today - days; day < today && !isStopped(); day += 1) {
    if (!stored.has(day)) await countDay(context, guildId, day);
  }
}

/** A case of this time was stored or has changed: part of that transaction. */
export async function forgetDay(
  transaction: StateDatabase,
  { guildId, openedAt }: Pick<Case, 'guildId' | 'openedAt'>,
): Promise<void> {
  await transaction
    .deleteFrom('case_days')
    .where('guild_id', '=', guildId)
    .where('day', '=', dayOf(openedAt))
    .execute();
}

/** The cases of a server before a time were deleted: part of that transaction. */
export async function forgetDaysBefore(
  transaction: StateDatabase,
  guildId: string,
  timeMs: number,
): Promise<void> {
  await transaction
    .deleteFrom('case_days')
    .where('guild_id', '=', guildId)
    .where('day', '<=', dayOf(timeMs))
    .execute();
}

async function storedDays(
  { database }: Context,
  guildId: string,
  firstDay: number,
): Promise<Set<number>> {
  const rows = await database
    .selectFrom('case_days')
    .select('day')
    .where('guild_id', '=', guildId)
    .where('day', '>=', firstDay)
    .where('channel_id', '=', WHOLE_DAY)
    .where('counts', 'is not', null)
    .execute();
  return new Set(rows.map(({ day }) => day));
}

async function readDays(
  { database, logger }: Context,
  guildId: string,
  firstDay: number,
  endDay: number,
): Promise<{ day: number; channelId: string; counts: ChannelCounts }[]> {
  const rows = await database
    .selectFrom('case_days')
    .select(['day', 'channel_id', 'counts'])
    .where('guild_id', '=', guildId)
    .where('day', '>=', firstDay)
    .where('day', '<', endDay)
    .where('channel_id', '!=', WHOLE_DAY)
    .execute();
  const days: { day: number; channelId: string; counts: ChannelCounts }[] = [];
  for (const { day, channel_id: channelId, counts: json } of rows) {
    // A server has hundreds of channels.
    if (days.length > 0 && days.length % PARSED_AT_ONCE === 0) await nextTurn();
    const name = `cases of day ${day}`;
    const counts = parseRecord(channelCountsSchema, json ?? '', { logger, name });
    if (counts !== null) days.push({ day, channelId, counts });
  }
  return days;
}

/** Counts a day that is over, and stores that unless a case of it changes meanwhile. */
async function countDay(context: Context, guildId: string, day: number): Promise<CountsByChannel> {
  const { database } = context;
  await database
    .insertInto('case_days')
    .values({ guild_id: guildId, day, channel_id: WHOLE_DAY, counts: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const counted: CountsByChannel = new Map();
  const span = { fromMs: day * DAY_MS, toMs: (day + 1) * DAY_MS };
  await countRows(context, counted, guildId, span);
  await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('case_days')
      .set({ counts: '{}' })
      .where('guild_id', '=', guildId)
      .where('day', '=', day)
      .where('channel_id', '=', WHOLE_DAY)
      .where('counts', 'is', null)
      .executeTakeFirstOrThrow();
    // Something has changed, or somebody else has counted, too.
    if (numUpdatedRows === 0n || counted.size === 0) return;
    await transaction
      .insertInto('case_days')
      .values(
        [...counted].map(([channelId, counts]) => ({
          guild_id: guildId,
          day,
          channel_id: channelId,
          counts: JSON.stringify(counts),
        })),
      )
      .execute();
  });
  return counted;
}

async function countRows(
  { database }: Context,
  sum: CountsByChannel,
  guildId: string,
  { fromMs, toMs }: CaseSpan,
): Promise<void> {
  for (let last = { opened_at: fromMs, number: 0 }; ;) {
    const rows = await database
      .selectFrom('cases')
      .select(COUNTED_COLUMNS)
      .where('guild_id', '=', guildId)
      .where('opened_at', '>=', last.opened_at)
      .where('opened_at', '<', toMs)
      .where(sql<SqlBool>`(opened_at, number) > (${last.opened_at}, ${last.number})`)
      .orderBy('opened_at')
      .orderBy('number')
      .limit(PAGE)
      .execute();
    for (const row of rows) countCase(countsIn(sum, row.channel_id), row);
    const latest = rows.at(-1);
    if (latest === undefined || rows.length < PAGE) return;
    last = latest;
  }
}

function countsIn(sum: CountsByChannel, channelId: string): ChannelCounts {
  const existing = sum.get(channelId);
  if (existing !== undefined) return existing;
  const counts = noCounts();
  sum.set(channelId, counts);
  return counts;
}
