/** A first-in-first-out queue with constant-time operations. An array's `shift` moves all other items. */
export interface Fifo<T> {
  readonly size: number;
  push(item: T): void;
  shift(): T | undefined;
  peek(): T | undefined;
}

/** Below this number of removed items, compaction costs more than it saves. */
const MIN_REMOVED = 256;

export function createFifo<T>(): Fifo<T> {
  let items: (T | undefined)[] = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    push(item) {
      items.push(item);
    },
    shift() {
      if (head === items.length) return undefined;
      const item = items[head];
      // Release the item to the garbage collector.
      items[head] = undefined;
      head += 1;
      if (head === items.length) {
        items.length = 0;
        head = 0;
      } else if (head >= MIN_REMOVED && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    peek: () => items[head],
  };
}
