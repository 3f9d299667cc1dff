import { createFifo } from './fifo.ts';

/** Lets few at a time, in the order they came. */
export interface Turns {
  take<T>(run: () => Promise<T>): Promise<T>;
}

export function createTurns(atOnce: number): Turns {
  const queue = createFifo<() => void>();
  let free = atOnce;
  return {
    async take(run) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await run();
      } finally {
        // Whoever is next takes over this place.
        const next = queue.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
