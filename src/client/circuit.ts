import type { Clock } from '../lib/clock.ts';
import type { Limits } from './limits.ts';

/**
 * A circuit breaker over the attempts on one base URL: closed until the service has failed so often in a
 * row, then open, letting one attempt through (half open) whenever `circuitOpenMs` have passed without
 * another failure. Any success closes it. A library's breaker was not used: it reads the system's time, and takes an
 * aborted probe for a success. Here a probe that never ends just leaves its turn to the next one.
 */
export interface Circuit {
  /** Null: the attempt may be made. Else it may not, and the next one may in so many milliseconds. */
  enter(): number | null;
  succeeded(): void;
  failed(): void;
}

export function createCircuit(
  clock: Clock,
  limits: Pick<Limits, 'circuitFailures' | 'circuitOpenMs'>,
): Circuit {
  let failuresInARow = 0;
  let nextProbeAtMs = 0;

  return {
    enter() {
      if (failuresInARow < limits.circuitFailures) return null;
      const nowMs = clock.now();
      if (nowMs < nextProbeAtMs) return nextProbeAtMs - nowMs;
      nextProbeAtMs = nowMs + limits.circuitOpenMs;
      return null;
    },
    succeeded() {
      failuresInARow = 0;
    },
    failed() {
      failuresInARow += 1;
      nextProbeAtMs = clock.now() + limits.circuitOpenMs;
    },
  };
}
