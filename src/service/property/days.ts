import {
  ANALYTICS_RETENTION_MS,
  ANALYTICS_TAG_VALIDITY_MS,
} from '../../service-api/schemas/property.ts';
import { DAY_MS, type Clock } from '../../shared/clock.ts';

/** The UTC day of a time, as `YYYY-MM-DD`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Reads the current day. Formats it only once a day, because every sample asks for it. */
export function createCurrentDay(clock: Clock): () => string {
  let day = '';
  let span = { fromMs: 0, toMs: 0 };
  return () => {
    const nowMs = clock.now();
    if (nowMs < span.fromMs || nowMs >= span.toMs) {
      day = dayOf(nowMs);
      span = spanOf(day);
    }
    return day;
  };
}

/** From the day's first millisecond (inclusive) to the next day's (exclusive). */
export function spanOf(day: string): { fromMs: number; toMs: number } {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  return { fromMs, toMs: fromMs + DAY_MS };
}

/** The oldest day with data: it began less than 90 days ago. */
export function oldestDay(nowMs: number): string {
  return dayOf(nowMs - ANALYTICS_RETENTION_MS + DAY_MS);
}

/** The oldest day of issue whose tags are valid: it began less than 30 days ago. */
function oldestIssue(nowMs: number): string {
  return dayOf(nowMs - ANALYTICS_TAG_VALIDITY_MS + DAY_MS);
}

/**
 * `<PROPERTY_ID>::<DATE>`. A day serves as the issue date of its own tag as long as that keeps the tag valid. The tag of an older
 * day names both dates: `YYYY-MM-DD@YYYY-MM-DD`.
 */
export function tagOf(propertyId: string, day: string, nowMs: number): string {
  const issued = day < oldestIssue(nowMs) ? `@${dayOf(nowMs)}` : '';
  return `${propertyId}::${day}${issued}`;
}

/** Splits a tag; null if its date is invalid or the tag has expired. */
export function parseTag(tag: string, nowMs: number): { propertyId: string; day: string } | null {
  const [propertyId = '', date = ''] = tag.split('::');
  const [day = '', issued = day, ...rest] = date.split('@');
  const isValid =
    rest.length === 0 &&
    isDay(day) &&
    isDay(issued) &&
    issued >= day &&
    issued >= oldestIssue(nowMs) &&
    (issued === day || issued <= dayOf(nowMs));
  return isValid ? { propertyId, day } : null;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const { fromMs } = spanOf(text);
  return !Number.isNaN(fromMs) && dayOf(fromMs) === text;
}

/** Property ids contain no blanks or colons, so that tags are unambiguous. */
export function isPropertyId(id: string): boolean {
  return id.length <= 100 && /^[^\s:]+$/.test(id);
}
