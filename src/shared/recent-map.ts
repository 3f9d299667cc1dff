/** A map that remembers the latest entries: at least `size` and at most twice as many. */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
}

/** Entries are dropped half at a time: removing the oldest entry for each new one costs more than the entry itself. */
export function createRecentMap<Key, Value>(size: number): RecentMap<Key, Value> {
  let latest = new Map<Key, Value>();
  let earlier = new Map<Key, Value>();
  return {
    get: (key) => latest.get(key) ?? earlier.get(key),
    set(key, value) {
      latest.set(key, value);
      if (latest.size <= size) return;
      earlier = latest;
      latest = new Map();
    },
    delete(key) {
      latest.delete(key);
      earlier.delete(key);
    },
    clear() {
      latest.clear();
      earlier.clear();
    },
  };
}
