/** A doubled wait for each attempt, from 0 on, with jitter in its upper half so that retries spread out. */
export function backoffMs(attempt: number, maxMs: number, random: () => number): number {
  const ceiling = Math.min(maxMs, 1000 * 2 ** attempt);
  return ceiling / 2 + (random() * ceiling) / 2;
}
