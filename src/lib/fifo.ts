/** First in, first out, in constant time (an array's `shift` moves all others). */
export interface Fifo<T> {
  readonly size: number;
  push(item: T): void;
  shift(): T | undefined;
  peek(): T | undefined;
}

/** Below this, taken places cost less than moving the rest down. */
const MIN_TAKEN = 256;

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
      // Lets the garbage collector have it.
      items[head] = undefined;
      head += 1;
      if (head === items.length) {
        items.length = 0;
        head = 0;
      } else if (head >= MIN_TAKEN && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    peek: () => items[head],
  };
}
