import { MAX_SEARCH_RECORDS, RECORD_INTERVAL_MS } from '../protocol/statistics.ts';

/** Both ends in milliseconds since the Unix epoch. */
export interface Span {
  fromMs: number;
  toMs: number;
}

const WINDOW_MS = MAX_SEARCH_RECORDS * RECORD_INTERVAL_MS;

/** The parts of a span that one search can answer: 1440 records, one a minute. None of an empty span. */
export function splitIntoWindows({ fromMs, toMs }: Span): Span[] {
  const windows: Span[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += WINDOW_MS) {
    windows.push({ fromMs: startMs, toMs: Math.min(startMs + WINDOW_MS, toMs) });
  }
  return windows;
}
