import { createFifo, type Fifo } from './fifo.ts';

/**
 * A queue with levels: level 0 is the most urgent, and each level is first in, first out. A level that was overtaken by more
 * urgent ones three times in a row gets its turn, so nothing waits forever.
 */
export interface PriorityFifo<T> {
  readonly size: number;
  push(item: T, level: number): void;
  shift(): T | undefined;
  /** The oldest item of each level that has one. */
  oldest(): T[];
}

const MAX_OVERTAKEN = 3;

interface Level<T> {
  readonly items: Fifo<T>;
  /** How many times in a row a more urgent level went first while this one had items. */
  overtaken: number;
}

export function createPriorityFifo<T>(levelCount: number): PriorityFifo<T> {
  const levels = Array.from({ length: levelCount }, (): Level<T> => {
    return { items: createFifo<T>(), overtaken: 0 };
  });
  let size = 0;

  function nextLevel(): number {
    let next = -1;
    for (const [index, { items, overtaken }] of levels.entries()) {
      if (items.size === 0) continue;
      if (overtaken >= MAX_OVERTAKEN) return index;
      if (next < 0) next = index;
    }
    return next;
  }

  return {
    get size() {
      return size;
    },
    push(item, level) {
      const { items } = levels[level] ?? {};
      if (items === undefined) throw new RangeError(`there is no level ${level}`);
      items.push(item);
      size += 1;
    },
    shift() {
      const next = nextLevel();
      const chosen = levels[next];
      if (chosen === undefined) return undefined;
      chosen.overtaken = 0;
      for (let index = next + 1; index < levels.length; index += 1) {
        const less = levels[index];
        if (less !== undefined && less.items.size > 0) less.overtaken += 1;
      }
      size -= 1;
      return chosen.items.shift();
    },
    oldest() {
      return levels.flatMap(({ items }) => {
        const item = items.peek();
        return item === undefined ? [] : [item];
      });
    },
  };
}
