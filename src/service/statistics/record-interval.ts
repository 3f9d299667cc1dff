import { RECORD_CLOSES_AT_MS, RECORD_INTERVAL_MS } from '../../service-api/schemas/statistics.ts';

/**
 * When the record for a time closes: at the next second 55, which itself belongs to the following record. Both times are Unix
 * milliseconds.
 */
export function recordCloseMs(timeMs: number): number {
  const sinceMs = timeMs - RECORD_CLOSES_AT_MS;
  return (Math.floor(sinceMs / RECORD_INTERVAL_MS) + 1) * RECORD_INTERVAL_MS + RECORD_CLOSES_AT_MS;
}
