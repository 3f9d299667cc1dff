/** FNV-1a, 32 bits, over UTF-16 units. Its steps are here so that callers can hash while they walk. */
export const HASH_START = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

export const hashStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, PRIME);

export function hashRange(letters: Uint16Array, from: number, to: number): number {
  let hash = HASH_START;
  for (let at = from; at < to; at += 1) hash = hashStep(hash, letters[at] ?? 0);
  return hash;
}

export function hashText(text: string): number {
  let hash = HASH_START;
  for (let at = 0; at < text.length; at += 1) hash = hashStep(hash, text.charCodeAt(at));
  return hash;
}

/** Spreads a hash over all its bits, for use as an index into a table of a power of two. */
export function spread(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Hash → small number, open addressing in typed arrays: a fraction of a `Map`'s memory and time. */
export interface HashTable {
  /** Keeps what is there already: the first to come wins. */
  add(hash: number, value: number): void;
  /** -1 when absent. */
  find(hash: number): number;
}

export function createHashTable(expected: number): HashTable {
  let size = 16;
  while (size < expected * 2) size *= 2;
  const mask = size - 1;
  /** Hash and value of a slot beside each other: looking one up waits for memory once. */
  const slots = new Int32Array(size * 2).fill(-1);
  const slotOf = (hash: number): number => {
    let slot = spread(hash) & mask;
    while ((slots[slot * 2 + 1] ?? -1) !== -1 && slots[slot * 2] !== hash) slot = (slot + 1) & mask;
    return slot * 2;
  };
  return {
    add(hash, value) {
      const slot = slotOf(hash);
      if (slots[slot + 1] !== -1) return;
      slots[slot] = hash;
      slots[slot + 1] = value;
    },
    find: (hash) => slots[slotOf(hash) + 1] ?? -1,
  };
}

/** Which hashes were added, by a bit each: it may take one for another, and forgets none. */
export interface BitSet {
  add(hash: number): void;
  mayHave(hash: number): boolean;
}

/** `size` is a power of two. */
export function createBitSet(size: number): BitSet {
  const words = new Int32Array(size / 32);
  const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & (size - 1);
  return {
    add(hash) {
      const slot = slotOf(hash);
      words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
    },
    mayHave(hash) {
      const slot = slotOf(hash);
      return ((words[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;
    },
  };
}
