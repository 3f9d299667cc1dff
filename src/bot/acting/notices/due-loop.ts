import { sleep, type Clock } from '../../../shared/clock.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';

/** Works on a queue in the background until it is empty. */
export interface DueLoop {
  /** Looks at the queue again: a new entry may be due before the one that is waited for. */
  run(): void;
}

export function createDueLoop({
  operation,
  next,
  clock,
  signal,
  background,
  retry,
}: {
  readonly operation: string;
  /** The entry to handle next, with the time (Unix epoch, milliseconds); null: the queue is empty. */
  readonly next: () => Promise<{ readonly dueAt: number; handle(): Promise<void> } | null>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly background: Background;
  readonly retry: Retry;
}): DueLoop {
  let isRunning = false;
  let wake = new AbortController();

  async function workUntilEmpty(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      // Created before the queue is read, so that an entry added meanwhile is not missed.
      wake = new AbortController();
      const woken = wake.signal;
      const entry = await next();
      if (entry === null) {
        if (woken.aborted) continue;
        isRunning = false;
        return;
      }
      const waitMs = entry.dueAt - clock.now();
      if (waitMs > 0) await sleep(clock, waitMs, AbortSignal.any([signal, woken]));
      else await entry.handle();
    }
  }

  return {
    run() {
      wake.abort();
      if (isRunning) return;
      isRunning = true;
      const errorContext = { operation, ids: {} };
      background.run(errorContext, () => retry(errorContext, workUntilEmpty));
    },
  };
}
