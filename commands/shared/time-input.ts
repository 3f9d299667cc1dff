import { casual } from 'chrono-node';
import { DateTime } from 'luxon';
import type { Choice } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';
import { timeInput as texts } from '../texts/time-input.ts';

/** What a time is read against. */
export interface TimeContext {
  /** IANA name; of the server. */
  readonly timeZone: string;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
}

type Read = { readonly kind: 'time'; readonly time: DateTime } | { readonly kind: 'unreadable' };

const LONGEST = 100;
const ISO = /^\d{4}-\d{2}-\d{2}/u;
const DISCORD = /^<t:(\d{1,13})(?::[a-zA-Z])?>$/u;
/** Chrono's word for "2 days ago" or "last week". */
const COUNTED_BACK = 'result/relativeDate';
/** Before its words for days, and for parts of them ("morning"), which imply an hour. */
const CASUAL = 'casualReference/';
const CASUAL_DAYS = new Set(['today', 'yesterday', 'tomorrow'].map((day) => CASUAL + day));
const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/u;

/**
 * A time as people write it, "2 days ago", "yesterday 14:00" or ISO, as milliseconds since the Unix epoch. A day without
 * a time is its beginning in the server's zone. Throws a `UserError` for what cannot be read and for the future.
 */
export function readTime(input: string, context: TimeContext): number {
  const read = readAny(input.trim(), context);
  if (read.kind === 'unreadable') throw new UserError(texts.unreadable);
  if (read.time.toMillis() > context.nowMs) throw new UserError(texts.future(spoken(read.time)));
  return read.time.toMillis();
}

/** Shows how what is being typed is understood; examples where nothing is yet. */
export function suggestTimes(input: string, context: TimeContext): Choice[] {
  const wanted = input.trim();
  const inputs = wanted === '' ? texts.examples : [wanted, ...texts.beginningWith(wanted)];
  return inputs.flatMap((text) => {
    const read = readAny(text, context);
    if (read.kind === 'unreadable' || read.time.toMillis() > context.nowMs) return [];
    return [{ name: `${text} → ${spoken(read.time)}`, value: text }];
  });
}

function readAny(input: string, { timeZone, nowMs }: TimeContext): Read {
  if (input.length > LONGEST) return { kind: 'unreadable' };
  const [, seconds] = DISCORD.exec(input) ?? [];
  if (seconds !== undefined) {
    return valid(DateTime.fromSeconds(Number(seconds), { zone: timeZone }));
  }
  if (ISO.test(input)) {
    const iso = input.replace(/^(\S+) (?=\d)/u, '$1T').replace(/ (?=[+-]|Z$)/u, '');
    const time = DateTime.fromISO(iso, { zone: timeZone });
    return HAS_OFFSET.test(iso) ? valid(time) : local(time);
  }
  return readWords(input, DateTime.fromMillis(nowMs, { zone: timeZone }));
}

function readWords(input: string, now: DateTime): Read {
  const reference = { instant: now.toJSDate(), timezone: now.offset };
  const [result, ...others] = casual.parse(input, reference);
  // A time that is only part of what was written is not what was meant.
  if (result === undefined || others.length > 0 || result.text.length !== input.length) {
    return { kind: 'unreadable' };
  }
  if (result.end !== null && result.end !== undefined) return { kind: 'unreadable' };
  const { start } = result;
  if (start.isCertain('timezoneOffset')) {
    return valid(DateTime.fromJSDate(start.date(), { zone: now.zone }));
  }
  // Chrono knows one offset only. The wall clock of another day may have another one.
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'): number =>
    start.get(name) ?? 0;
  const date = { year: part('year'), month: part('month'), day: part('day') };
  const clock = { hour: part('hour'), minute: part('minute'), second: part('second') };
  const tags = [...start.tags()];
  // Two days ago it was as late as it is now: chrono implies that.
  const hasTime =
    start.isCertain('hour') ||
    tags.includes(COUNTED_BACK) ||
    tags.some((tag) => tag.startsWith(CASUAL) && !CASUAL_DAYS.has(tag));
  return local(DateTime.fromObject({ ...date, ...(hasTime ? clock : {}) }, { zone: now.zone }));
}

/** Of two moments the wall clock shows this time at, the first. */
function local(time: DateTime): Read {
  return valid(time.isValid ? (time.getPossibleOffsets()[0] ?? time) : time);
}

function valid(time: DateTime): Read {
  return time.isValid ? { kind: 'time', time } : { kind: 'unreadable' };
}

function spoken(time: DateTime): string {
  return `${time.setLocale('en-GB').toFormat('ccc d LLL yyyy, HH:mm')} (${time.zoneName})`;
}
