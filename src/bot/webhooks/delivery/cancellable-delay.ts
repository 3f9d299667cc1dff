import { sleep, type Clock } from '../../../shared/clock.ts';

/** Named waits that can be ended early. */
export interface CancellableDelays {
  /** Resolves after `delayMs`, when `wake` is called with this name, or when the signal aborts. */
  wait(name: string, delayMs: number, signal: AbortSignal): Promise<void>;
  wake(name: string): void;
  wakeAll(): void;
}

export function createCancellableDelays(clock: Clock): CancellableDelays {
  const waiting = new Map<string, Set<AbortController>>();

  const wake = (name: string): void => {
    for (const controller of waiting.get(name) ?? []) controller.abort();
  };

  return {
    async wait(name, delayMs, signal) {
      const controller = new AbortController();
      const controllers = waiting.get(name) ?? new Set();
      waiting.set(name, controllers.add(controller));
      const abort = (): void => controller.abort();
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
      await sleep(clock, delayMs, controller.signal);
      signal.removeEventListener('abort', abort);
      controllers.delete(controller);
      if (controllers.size === 0) waiting.delete(name);
    },
    wake,
    wakeAll() {
      for (const name of waiting.keys()) wake(name);
    },
  };
}
