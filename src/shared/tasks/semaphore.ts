import { createFifo } from '../queues/fifo.ts';

/** Limits how much work runs at the same time. Waiting work starts in order of arrival. */
export interface Semaphore {
  run<T>(run: () => Promise<T>): Promise<T>;
  /** For work inside `run`: releases its permit for as long as `wait` takes. */
  withoutPermit<T>(wait: () => Promise<T>): Promise<T>;
  /** True if nothing runs and nothing waits. */
  isIdle(): boolean;
}

export function createSemaphore(permits: number): Semaphore {
  const queue = createFifo<() => void>();
  let free = permits;

  function acquire(): Promise<void> | null {
    if (free === 0) return new Promise<void>((resolve) => queue.push(resolve));
    free -= 1;
    return null;
  }

  function release(): void {
    // Pass the permit on to the next one in the queue.
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async run(run) {
      const permit = acquire();
      if (permit !== null) await permit;
      try {
        return await run();
      } finally {
        release();
      }
    },
    async withoutPermit(wait) {
      release();
      try {
        return await wait();
      } finally {
        const permit = acquire();
        if (permit !== null) await permit;
      }
    },
    isIdle: () => free === permits,
  };
}

/** A semaphore per key: work for one key never waits for work for another. */
export type KeyedSemaphore = <T>(key: string, run: () => Promise<T>) => Promise<T>;

export function createKeyedSemaphore(permits: number): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>();
  return async (key, run) => {
    let semaphore = semaphores.get(key);
    if (semaphore === undefined) semaphores.set(key, (semaphore = createSemaphore(permits)));
    try {
      return await semaphore.run(run);
    } finally {
      if (semaphore.isIdle()) semaphores.delete(key);
    }
  };
}
