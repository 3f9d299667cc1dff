import { sleep, type Clock } from '../lib/clock.ts';

/** Waits that can be cut short by name. */
export interface Naps {
  /** Resolves after so long, when it is woken, or when the signal aborts. */
  take(name: string, forMs: number, signal: AbortSignal): Promise<void>;
  wake(name: string): void;
  wakeAll(): void;
}

export function createNaps(clock: Clock): Naps {
  const sleepers = new Map<string, Set<AbortController>>();

  const wake = (name: string): void => {
    for (const sleeper of sleepers.get(name) ?? []) sleeper.abort();
  };

  return {
    async take(name, forMs, signal) {
      const sleeper = new AbortController();
      const others = sleepers.get(name) ?? new Set();
      sleepers.set(name, others.add(sleeper));
      const stop = (): void => sleeper.abort();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      await sleep(clock, forMs, sleeper.signal);
      signal.removeEventListener('abort', stop);
      others.delete(sleeper);
      if (others.size === 0) sleepers.delete(name);
    },
    wake,
    wakeAll() {
      for (const name of sleepers.keys()) wake(name);
    },
  };
}
