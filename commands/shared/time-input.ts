import { casual } from 'chrono-node';
import { DateTime } from 'luxon';
import type { Choice, Renderer } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** The reference for relative times, and the texts to explain problems. */
export interface TimeContext extends Pick<Renderer, 't' | 'mention'> {
  /** The server's time zone: an IANA name. */
  readonly timeZone: string;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
}

const EXAMPLES = [
  '1 hour ago',
  '6 hours ago',
  '24 hours ago',
  'today',
  'yesterday',
  'yesterday 14:00',
  '2 days ago',
  '3 days ago',
  '6 days ago',
];

const MAX_LENGTH = 100;
const ISO = /^\d{4}-\d{2}-\d{2}/u;
const DISCORD = /^<t:(\d{1,13})(?::[a-zA-Z])?>$/u;
/** Chrono's tag for "2 days ago" or "last week". */
const COUNTED_BACK = 'result/relativeDate';
/** Chrono's prefix for days, and for parts of them ("morning"), which imply an hour. */
const CASUAL = 'casualReference/';
const CASUAL_DAYS = new Set(['today', 'yesterday', 'tomorrow'].map((day) => CASUAL + day));
const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/u;

/**
 * Parses a typed time, such as "2 days ago", "yesterday 14:00" or ISO, into milliseconds since the Unix epoch. A day
 * without a time is its start in the server's time zone. Throws a `UserError` for anything else and for the future.
 */
export function readTime(input: string, context: TimeContext): number {
  const { t, mention, nowMs } = context;
  const time = parseTime(input.trim(), context);
  if (time === null) {
    throw new UserError(t('times:unreadable', { command: mention('moderation timezone') }));
  }
  if (time.toMillis() > nowMs) {
    throw new UserError(t('times:future', { time: timeText(time, context) }));
  }
  return time.toMillis();
}

/** Shows how the bot understands the input; examples while it is empty. */
export function suggestTimes(input: string, context: TimeContext): Choice[] {
  const typed = input.trim();
  const completions = EXAMPLES.filter(
    (example) => example !== typed && example.startsWith(typed.toLowerCase()),
  );
  return (typed === '' ? EXAMPLES : [typed, ...completions]).flatMap((value) => {
    const time = parseTime(value, context);
    if (time === null || time.toMillis() > context.nowMs) return [];
    return [{ name: `${value} → ${timeText(time, context)}`, value }];
  });
}

/** Null: not a time. */
function parseTime(input: string, { timeZone, nowMs }: TimeContext): DateTime | null {
  if (input.length > MAX_LENGTH) return null;
  const [, seconds] = DISCORD.exec(input) ?? [];
  if (seconds !== undefined) {
    return valid(DateTime.fromSeconds(Number(seconds), { zone: timeZone }));
  }
  if (ISO.test(input)) {
    const iso = input.replace(/^(\S+) (?=\d)/u, '$1T').replace(/ (?=[+-]|Z$)/u, '');
    const time = DateTime.fromISO(iso, { zone: timeZone });
    return HAS_OFFSET.test(iso) ? valid(time) : local(time);
  }
  return parseWords(input, DateTime.fromMillis(nowMs, { zone: timeZone }));
}

function parseWords(input: string, now: DateTime): DateTime | null {
  const reference = { instant: now.toJSDate(), timezone: now.offset };
  const [result, ...others] = casual.parse(input, reference);
  // Rejects a time that is only part of the input, because it is probably a misunderstanding.
  if (result === undefined || others.length > 0 || result.text.length !== input.length) return null;
  if (result.end !== null && result.end !== undefined) return null;
  const { start } = result;
  if (start.isCertain('timezoneOffset')) {
    return valid(DateTime.fromJSDate(start.date(), { zone: now.zone }));
  }
  // Chrono uses one offset, but another day may have a different one.
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'): number =>
    start.get(name) ?? 0;
  const date = { year: part('year'), month: part('month'), day: part('day') };
  const clock = { hour: part('hour'), minute: part('minute'), second: part('second') };
  const tags = [...start.tags()];
  // "2 days ago" means the same time of day as now, which chrono only implies.
  const hasTime =
    start.isCertain('hour') ||
    tags.includes(COUNTED_BACK) ||
    tags.some((tag) => tag.startsWith(CASUAL) && !CASUAL_DAYS.has(tag));
  return local(DateTime.fromObject({ ...date, ...(hasTime ? clock : {}) }, { zone: now.zone }));
}

/** The first of two moments with the same local time. */
function local(time: DateTime): DateTime | null {
  return valid(time.isValid ? (time.getPossibleOffsets()[0] ?? time) : time);
}

function valid(time: DateTime): DateTime | null {
  return time.isValid ? time : null;
}

function timeText(time: DateTime, { t }: Pick<TimeContext, 't'>): string {
  const format: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  };
  return `${time.setLocale(t.language).toLocaleString(format)} (${time.zoneName})`;
}
