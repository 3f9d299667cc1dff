import { z } from 'zod';

const UTC_SECOND = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** Reads `YYYY-MM-DD HH:MM:SS`, in UTC, into milliseconds since the Unix epoch; null where that is no time. */
export function parseUtcSecond(text: string): number | null {
  const [, date, time] = UTC_SECOND.exec(text) ?? [];
  const atMs = Date.parse(`${date}T${time}Z`);
  // The parser takes 24:00:00 and rolls over the 31st of a short month.
  return Number.isNaN(atMs) || formatUtcSecond(atMs) !== text ? null : atMs;
}

/** Writes milliseconds since the Unix epoch as `YYYY-MM-DD HH:MM:SS` in UTC; a part of a second is cut off. */
export function formatUtcSecond(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** How requests name a time (interface.md, "Community insights", "Moderation statistics"). */
export const utcSecondSchema = z
  .string()
  .refine((text) => parseUtcSecond(text) !== null, 'expected a UTC time as YYYY-MM-DD HH:MM:SS');

/** How answers name a time: ISO 8601 in UTC. One without a zone is taken for UTC, since all of them are. */
export const isoTimeSchema = z.iso.datetime({ offset: true, local: true });

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Reads what `isoTimeSchema` lets pass into milliseconds since the Unix epoch. */
export function parseIsoTime(text: string): number {
  return Date.parse(HAS_ZONE.test(text) ? text : `${text}Z`);
}
