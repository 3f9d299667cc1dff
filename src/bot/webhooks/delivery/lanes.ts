import { backoffMs, MAX_BACKOFF_MS } from '../../../shared/tasks/backoff.ts';
import type { CancellableDelays } from './cancellable-delay.ts';

/**
 * What to do after a step. `next`: continue at once. `batch`: continue when a few more events have arrived.
 * `wait`: retry later. `empty`: stop, the lane has no more events.
 */
export type Step = 'next' | 'batch' | 'wait' | 'empty';

/** Works through each lane independently, one step at a time, until the lane is empty. */
export interface Lanes {
  /** An event arrived in this lane. */
  process(lane: string): void;
  /** Retries a waiting lane (default: every one) at once, because the cause of the wait may be gone. */
  wake(lane?: string): void;
  /** Resolves when all work has ended. Call it after the signal has aborted. */
  settled(): Promise<void>;
}

interface LaneState {
  /** An event arrived during the current step. */
  hasNewEvent: boolean;
  /** `wake` was called during the current step, which may have used an outdated state. */
  wasWoken: boolean;
}

const BATCH_DELAY_MS = 250;

export function createLanes(deps: {
  /** One step. Must not throw. */
  attempt: (lane: string) => Promise<Step>;
  delays: CancellableDelays;
  random: () => number;
  signal: AbortSignal;
}): Lanes {
  const { attempt, delays, random, signal } = deps;
  const active = new Map<string, LaneState>();
  const workers = new Set<Promise<void>>();

  async function work(lane: string, state: LaneState): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      state.hasNewEvent = false;
      state.wasWoken = false;
      const step = await attempt(lane);
      if (step === 'wait') {
        if (!state.wasWoken) {
          await delays.wait(lane, backoffMs(failures, MAX_BACKOFF_MS, random), signal);
        }
        failures += 1;
        continue;
      }
      failures = 0;
      if (step === 'batch') await delays.wait(lane, BATCH_DELAY_MS, signal);
      if (step === 'empty' && !state.hasNewEvent) {
        // No await between the check and this line, so no event can arrive in between.
        active.delete(lane);
        return;
      }
    }
  }

  return {
    process(lane) {
      const existing = active.get(lane);
      if (existing !== undefined) {
        existing.hasNewEvent = true;
        return;
      }
      const state = { hasNewEvent: false, wasWoken: false };
      active.set(lane, state);
      const worker = work(lane, state).finally(() => workers.delete(worker));
      workers.add(worker);
    },
    wake(lane) {
      for (const [name, state] of active) {
        if (lane !== undefined && lane !== name) continue;
        state.wasWoken = true;
        delays.wake(name);
      }
    },
    async settled() {
      await Promise.all(workers);
    },
  };
}
