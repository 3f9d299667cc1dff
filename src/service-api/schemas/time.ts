import { z } from 'zod';

const UTC_SECOND = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** Parses `YYYY-MM-DD HH:MM:SS` in UTC into milliseconds since the Unix epoch. Null: not a valid time. */
export function parseUtcSecond(text: string): number | null {
  const [, date, time] = UTC_SECOND.exec(text) ?? [];
  const atMs = Date.parse(`${date}T${time}Z`);
  // `Date.parse` accepts 24:00:00 and rolls over the 31st of a short month.
  return Number.isNaN(atMs) || formatUtcSecond(atMs) !== text ? null : atMs;
}

/** Formats milliseconds since the Unix epoch as `YYYY-MM-DD HH:MM:SS` in UTC. Truncates to seconds. */
export function formatUtcSecond(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** The time format of requests (interface.md, "Community insights", "Moderation statistics"). */
export const utcSecondSchema = z
  .string()
  .refine((text) => parseUtcSecond(text) !== null, 'expected a UTC time as YYYY-MM-DD HH:MM:SS');

/** The time format of responses: ISO 8601. A time without a zone is UTC. */
export const isoTimeSchema = z.iso.datetime({ offset: true, local: true });

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Parses a time that matches `isoTimeSchema` into milliseconds since the Unix epoch. */
export function parseIsoTime(text: string): number {
  return Date.parse(HAS_ZONE.test(text) ? text : `${text}Z`);
}
