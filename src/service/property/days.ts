import { ANALYTICS_RETENTION_MS } from '../../protocol/property.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The UTC day of a time, `YYYY-MM-DD`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** From its first millisecond up to the first of the next day. */
export function spanOf(day: string): { fromMs: number; toMs: number } {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  return { fromMs, toMs: fromMs + DAY_MS };
}

/** The oldest day whose tag is still valid: it began less than 30 days ago. */
export function oldestDay(nowMs: number): string {
  return dayOf(nowMs - ANALYTICS_RETENTION_MS + DAY_MS);
}

export function tagOf(propertyId: string, day: string): string {
  return `${propertyId}::${day}`;
}

/** The two parts of a tag; null where the date is none. */
export function parseTag(tag: string): { propertyId: string; day: string } | null {
  const [propertyId = '', day = ''] = tag.split('::');
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(spanOf(day).fromMs);
  return isDay && dayOf(spanOf(day).fromMs) === day ? { propertyId, day } : null;
}

/** What a property may be called, so that its tags can be told apart. */
export function isPropertyId(id: string): boolean {
  return id.length <= 100 && /^[^\s:]+$/.test(id);
}
