import { createFifo } from './fifo.ts';

/** Limits how much work runs at the same time. Waiting work starts in order of arrival. */
export interface Semaphore {
  run<T>(run: () => Promise<T>): Promise<T>;
}

export function createSemaphore(permits: number): Semaphore {
  const queue = createFifo<() => void>();
  let free = permits;
  return {
    async run(run) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await run();
      } finally {
        // Pass the permit on to the next in the queue.
        const next = queue.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
