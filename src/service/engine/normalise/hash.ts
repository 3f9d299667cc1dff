/** FNV-1a, 32 bits, over UTF-16 units. Exposed step by step, so that callers can hash while they scan. */
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

/** Mixes all bits of a hash, so that it can index a power-of-two table. */
export function spread(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Hash to small integer: open addressing in typed arrays, a fraction of a `Map`'s memory and time. */
export interface HashTable {
  /** Keeps the existing value if the hash is already present. */
  add(hash: number, value: number): void;
  /** -1 when absent. */
  find(hash: number): number;
}

export function createHashTable(expected: number): HashTable {
  let size = 16;
  while (size < expected * 2) size *= 2;
  const mask = size - 1;
  /** Each slot holds hash and value side by side, so that a lookup touches one cache line. */
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

/** A set of hashes with one bit each: false positives are possible, false negatives aren't. */
export interface BitSet {
  add(hash: number): void;
  mayHave(hash: number): boolean;
}

/** `size` must be a power of two. */
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
