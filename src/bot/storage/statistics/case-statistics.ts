import { DAY_MS, type Clock } from '../../../shared/clock.ts';
import { inShards } from '../../../shared/database/in-shards.ts';
import type { Logger } from '../../../shared/logger.ts';
import { ALL_SERVERS, type Shards } from '../../../shared/shards.ts';
import {
  caseResultSchema,
  handledKindSchema,
  type CaseFigures,
  type CaseStatistics,
  type Count,
} from '../../domain/figures/case-figures.ts';
import type { StateDatabase } from '../tables.ts';
import { addCounts, noCounts, QUARTER_MS, type ChannelCounts } from './case-counts.ts';
import { countAuthors } from './count-authors.ts';
import { createHandledWaits } from './handled-waits.ts';
import { countCases, countPastDays, type CountsByChannel } from './case-days.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Of so many cases of a server, those of past days are counted ahead. Fewer are counted when somebody asks. */
const MANY_CASES = 20_000;
const DAYS_AHEAD = 365;

export interface StoredCaseStatistics extends CaseStatistics {
  /** Counts the past days of servers with many cases, so that nobody waits for it. */
  prepare(isStopped: () => boolean): Promise<void>;
}

/** `shards`: whose servers are prepared. */
export function createCaseStatistics(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
  shards: Shards = ALL_SERVERS,
): StoredCaseStatistics {
  const context = { database, clock, logger };
  return {
    async prepare(isStopped) {
      const large = await database
        .selectFrom('case_numbers')
        .select('guild_id')
        .where('last', '>=', MANY_CASES)
        .where(inShards('guild_id', shards))
        .execute();
      for (const { guild_id: guildId } of large) {
        await countPastDays(context, guildId, { days: DAYS_AHEAD, isStopped });
      }
    },
    waits: createHandledWaits(database),
    async figures(guildId, { timeZone, canSee, ...span }) {
      const visible: CountsByChannel = new Map();
      for (const [channelId, counts] of await countCases(context, guildId, span)) {
        if (canSee === null || (await canSee(channelId))) visible.set(channelId, counts);
      }
      const authors = await countAuthors(database, guildId, {
        ...span,
        channelIds: canSee === null ? null : [...visible.keys()],
      });
      return { ...figuresOf(visible, timeZone), ...authors };
    },
  };
}

function figuresOf(
  byChannel: CountsByChannel,
  timeZone: string,
): Omit<CaseFigures, 'authors' | 'authorCount'> {
  const sum = noCounts();
  for (const counts of byChannel.values()) addCounts(sum, counts);
  const moderators = moderatorsOf(sum);
  return {
    total: sum.total,
    falsePositives: sum.falsePositives,
    handled: moderators.reduce((total, { count }) => total + count, 0),
    results: sorted(sum.results).map(({ key, count }) => ({
      key: caseResultSchema.parse(key),
      count,
    })),
    categories: sorted(sum.categories),
    // A name or a member is in no channel, and a purge has no author.
    channels: [...byChannel]
      .map(([key, { total }]) => ({ key, count: total }))
      .filter(({ key }) => key !== '')
      .toSorted(byCount),
    moderators,
    hours: hoursOf(sum.quarters, timeZone),
  };
}

/** The largest number first. */
function sorted(counts: Readonly<Record<string, number>>): Count<string>[] {
  return Object.entries(counts)
    .map(([key, count]) => ({ key, count }))
    .toSorted(byCount);
}

function byCount(a: Count<string>, b: Count<string>): number {
  return b.count - a.count || (a.key < b.key ? -1 : 1);
}

function moderatorsOf({ handled }: ChannelCounts): CaseFigures['moderators'] {
  return Object.entries(handled)
    .map(([key, counts]) => {
      const kinds = sorted(counts).map((each) => ({
        ...each,
        key: handledKindSchema.parse(each.key),
      }));
      return { key, count: kinds.reduce((total, { count }) => total + count, 0), kinds };
    })
    .toSorted(byCount);
}

/** Adds up the times of day of a zone, across changes of its offset. */
function hoursOf(quarters: ChannelCounts['quarters'], timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
  const timeOfDay = (timeMs: number): number => {
    const [hour = 0, minute = 0] = format.format(timeMs).split(':').map(Number);
    return (hour * 60 + minute) * MINUTE_MS;
  };
  const hours = Array.from({ length: 24 }, () => 0);
  let day = { startMs: Number.NaN, startsAt: 0, isRegular: false };
  for (const [quarter, count] of Object.entries(quarters)) {
    const timeMs = Number(quarter) * QUARTER_MS;
    const startMs = timeMs - (timeMs % DAY_MS);
    if (startMs !== day.startMs) {
      // Formatting is slow, so a day without a change of the offset is formatted twice.
      const startsAt = timeOfDay(startMs);
      day = { startMs, startsAt, isRegular: startsAt === timeOfDay(startMs + DAY_MS) };
    }
    const local = day.isRegular ? (day.startsAt + timeMs - startMs) % DAY_MS : timeOfDay(timeMs);
    const hour = Math.floor(local / HOUR_MS);
    hours[hour] = (hours[hour] ?? 0) + count;
  }
  return hours;
}
