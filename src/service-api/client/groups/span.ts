import { MAX_SEARCH_RECORDS, RECORD_INTERVAL_MS } from '../../schemas/statistics.ts';
import { formatUtcSecond } from '../../schemas/time.ts';
import { InvalidRequestError } from '../errors.ts';

const YEAR_10000_MS = Date.UTC(10_000, 0, 1);

/** Formats a time for the interface, which has four-digit years. Throws an `InvalidRequestError` that names the argument. */
export function utcSecond(
  operation: { method: string; path: string },
  name: string,
  atMs: number,
): string {
  if (atMs >= 0 && atMs < YEAR_10000_MS) return formatUtcSecond(atMs);
  throw new InvalidRequestError(
    `${operation.method} ${operation.path}`,
    `${name} is not a time in milliseconds since the Unix epoch`,
  );
}

/** Both ends in milliseconds since the Unix epoch. */
export interface Span {
  fromMs: number;
  toMs: number;
}

const HOUR_MS = 60 * 60 * 1000;

export function floorToHourMs(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}

export function ceilToHourMs(atMs: number): number {
  return Math.ceil(atMs / HOUR_MS) * HOUR_MS;
}

const WINDOW_MS = MAX_SEARCH_RECORDS * RECORD_INTERVAL_MS;

/** Splits a span into parts that each fit into one search: 1,440 records, one per minute. An empty span has no parts. */
export function splitIntoWindows({ fromMs, toMs }: Span): Span[] {
  const windows: Span[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += WINDOW_MS) {
    windows.push({ fromMs: startMs, toMs: Math.min(startMs + WINDOW_MS, toMs) });
  }
  return windows;
}
