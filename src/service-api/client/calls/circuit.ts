import type { Clock } from '../../../shared/clock.ts';
import { createRecentResults } from '../../../shared/recent-results.ts';
import type { CallLimits } from './call-limits.ts';

/**
 * A circuit breaker for one base URL. It opens when `circuitFailures` of the latest `circuitWindow` attempts failed, and then
 * allows one probe per `circuitOpenMs`. Any success closes it. cockatiel's breaker ignores our clock and counts an aborted
 * probe as a success.
 */
export interface Circuit {
  /** Null: allowed. Otherwise milliseconds until the next attempt. */
  enter(): number | null;
  succeeded(): void;
  failed(): void;
}

/** Older attempts say nothing about the service's current state. */
const WINDOW_MS = 60_000;

export function createCircuit(
  clock: Clock,
  limits: Pick<CallLimits, 'circuitFailures' | 'circuitWindow' | 'circuitOpenMs'>,
): Circuit {
  const recent = createRecentResults(clock, { size: limits.circuitWindow, maxAgeMs: WINDOW_MS });
  /** Null: closed. */
  let nextProbeAtMs: number | null = null;

  return {
    enter() {
      if (nextProbeAtMs === null) return null;
      const nowMs = clock.now();
      // Otherwise a clock that was set back by an hour would stop the calls for an hour.
      nextProbeAtMs = Math.min(nextProbeAtMs, nowMs + limits.circuitOpenMs);
      if (nowMs < nextProbeAtMs) return nextProbeAtMs - nowMs;
      nextProbeAtMs = nowMs + limits.circuitOpenMs;
      return null;
    },
    succeeded() {
      if (nextProbeAtMs !== null) recent.clear();
      nextProbeAtMs = null;
      recent.add('ok');
    },
    failed() {
      recent.add('failed');
      if (nextProbeAtMs !== null || recent.counts().failed >= limits.circuitFailures) {
        nextProbeAtMs = clock.now() + limits.circuitOpenMs;
      }
    },
  };
}
