import { RECORD_CLOSES_AT_MS, RECORD_INTERVAL_MS } from '../../protocol/statistics.ts';

/**
 * When the record closes to which a moment belongs: the next second 55, which itself belongs to the record after it.
 * Milliseconds since the Unix epoch, as is `timeMs`.
 */
export function recordCloseMs(timeMs: number): number {
  const sinceMs = timeMs - RECORD_CLOSES_AT_MS;
  return (Math.floor(sinceMs / RECORD_INTERVAL_MS) + 1) * RECORD_INTERVAL_MS + RECORD_CLOSES_AT_MS;
}
