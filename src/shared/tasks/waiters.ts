/** Lets callers wait until something happens to a key. All of them continue when the signal aborts. */
export interface Waiters {
  /** Starts waiting at once, so that the caller can then check whether it has already happened. Call `forget` in the end. */
  wait(key: string): { readonly done: Promise<void>; forget(): void };
  /** Wakes everyone who waits for the key. */
  release(key: string): void;
}

export function createWaiters(signal: AbortSignal): Waiters {
  const waiting = new Map<string, Set<() => void>>();

  function release(key: string): void {
    const resolvers = waiting.get(key) ?? [];
    waiting.delete(key);
    for (const resolve of resolvers) resolve();
  }

  signal.addEventListener('abort', () => {
    for (const key of waiting.keys()) release(key);
  });

  return {
    wait(key) {
      const resolvers = waiting.get(key) ?? new Set();
      waiting.set(key, resolvers);
      let resolve = (): void => undefined;
      const done = new Promise<void>((resolveDone) => {
        resolve = resolveDone;
        resolvers.add(resolve);
      });
      return {
        done,
        forget() {
          resolvers.delete(resolve);
          if (resolvers.size === 0 && waiting.get(key) === resolvers) waiting.delete(key);
        },
      };
    },
    release,
  };
}
