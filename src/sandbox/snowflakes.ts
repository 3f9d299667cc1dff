import type { Clock } from '../shared/clock.ts';
import { snowflakeAt } from '../shared/snowflake.ts';

/**
 * Makes ids like Discord's, with the creation time in the upper 42 bits. Each id is larger than the previous one,
 * even when the clock stands still or goes back.
 */
export function createSnowflakes(clock: Pick<Clock, 'now'>): () => string {
  let last = 0n;
  let lastMs = -1;
  return () => {
    const nowMs = clock.now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      const first = BigInt(snowflakeAt(nowMs));
      last = first > last ? first : last + 1n;
    } else {
      last += 1n;
    }
    return last.toString();
  };
}
