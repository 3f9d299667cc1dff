/** The longest wait between retries while Discord, the service or the database is unavailable. */
export const MAX_BACKOFF_MS = 60_000;

/** Exponential backoff in whole milliseconds, from one second for `attempt` 0, with jitter in the upper half, so that retries spread out. */
export function backoffMs(attempt: number, maxMs: number, random: () => number): number {
  const ceilingMs = Math.min(maxMs, 1000 * 2 ** attempt);
  return Math.round(ceilingMs / 2 + (random() * ceilingMs) / 2);
}
