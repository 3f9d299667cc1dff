/** Wakes everything that waits for a change. */
export interface Changes {
  announceChange(): void;
  /** Resolves at the next change; rejects with the signal's reason. */
  nextChange(signal?: AbortSignal): Promise<void>;
}

export function createChanges(): Changes {
  const waiters = new Set<() => void>();

  function announceChange(): void {
    const woken = [...waiters];
    waiters.clear();
    for (const wake of woken) wake();
  }

  function nextChange(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const abort = (): void => {
        waiters.delete(wake);
        reject(signal?.reason);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      waiters.add(wake);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  return { announceChange, nextChange };
}
