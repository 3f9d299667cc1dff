import { backoffMs } from '../lib/backoff.ts';
import type { Naps } from './naps.ts';

/** `next`: go on at once. `gather`: go on when a few more have come. `wait`: the same again, later. */
export type Step = 'next' | 'gather' | 'wait' | 'empty';

/** Works on each lane by itself, one step after the other, as long as there is something in it. */
export interface Lanes {
  /** Something came for this lane. */
  wake(lane: string): void;
  /** What the lane (default: any lane) waits for may have come about. */
  rouse(lane?: string): void;
  /** Resolves when all work has ended, after the signal has aborted. */
  settled(): Promise<void>;
}

interface Work {
  /** Something came meanwhile. */
  again: boolean;
  /** It was roused in the midst of a step, which may have seen the world as it was before. */
  roused: boolean;
}

const GATHER_MS = 250;
/** The longest wait while Discord is away or a channel cannot be used. */
const MAX_WAIT_MS = 60_000;

export function createLanes(deps: {
  /** One step; must not throw. */
  attempt: (lane: string) => Promise<Step>;
  naps: Naps;
  random: () => number;
  signal: AbortSignal;
}): Lanes {
  const { attempt, naps, random, signal } = deps;
  /** The lanes being worked on. */
  const working = new Map<string, Work>();
  const workers = new Set<Promise<void>>();

  async function work(lane: string, state: Work): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      state.again = false;
      state.roused = false;
      const step = await attempt(lane);
      if (step === 'wait') {
        if (!state.roused) await naps.take(lane, backoffMs(failures, MAX_WAIT_MS, random), signal);
        failures += 1;
        continue;
      }
      failures = 0;
      if (step === 'gather') await naps.take(lane, GATHER_MS, signal);
      if (step === 'empty' && !state.again) {
        // In the same step as the question, so that no wake falls in between.
        working.delete(lane);
        return;
      }
    }
  }

  return {
    wake(lane) {
      const known = working.get(lane);
      if (known !== undefined) {
        known.again = true;
        return;
      }
      const state = { again: false, roused: false };
      working.set(lane, state);
      const worker = work(lane, state).finally(() => workers.delete(worker));
      workers.add(worker);
    },
    rouse(lane) {
      for (const [name, state] of working) {
        if (lane !== undefined && lane !== name) continue;
        state.roused = true;
        naps.wake(name);
      }
    },
    async settled() {
      await Promise.all(workers);
    },
  };
}
