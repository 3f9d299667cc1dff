import type { Clock } from '../../shared/clock.ts';

/** Permits left unused for this many seconds may be used at once, so that a page with many comments needs no pauses. */
const BURST_SECONDS = 2;

/** Limits how many comments per second each account may have scored. */
export interface RateLimit {
  /** `Infinity`: no limit. */
  readonly perSecond: number;
  /**
   * Takes permits for comments. Returns 0, or the milliseconds until there are enough; then it takes none. After an idle time it
   * grants even more than a burst, and the excess is paid off afterwards.
   */
  take(account: string, comments: number): number;
}

/** `perSecond`: 0 means no limit. */
export function createRateLimit(perSecond: number, clock: Pick<Clock, 'now'>): RateLimit {
  const burst = perSecond * BURST_SECONDS;
  const accounts = new Map<string, { permits: number; atMs: number }>();
  return {
    perSecond: perSecond === 0 ? Infinity : perSecond,
    take(account, comments) {
      if (perSecond === 0) return 0;
      const nowMs = clock.now();
      const { permits, atMs } = accounts.get(account) ?? { permits: burst, atMs: nowMs };
      const earned = (Math.max(0, nowMs - atMs) * perSecond) / 1_000;
      const available = Math.min(burst, permits + earned);
      const needed = Math.min(comments, burst);
      const isGranted = available >= needed;
      accounts.set(account, { permits: available - (isGranted ? comments : 0), atMs: nowMs });
      return isGranted ? 0 : Math.ceil(((needed - available) / perSecond) * 1_000);
    },
  };
}
