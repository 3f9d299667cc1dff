import { halvesOf, onesIn } from './picture-hash.ts';

/** Finds hashes that are close to others. */
export interface HashIndex<T> {
  /** The items of which a hash is at most `most` bits away from any of these, each with its smallest distance. */
  near(hashes: readonly string[], most: number): { readonly item: T; readonly bits: number }[];
}

/** Compares with each hash: that takes a few nanoseconds, so a server's full lists take milliseconds. */
export function createHashIndex<T extends { readonly hashes: readonly string[] }>(
  items: readonly T[],
): HashIndex<T> {
  const packed = items.map((item) => ({ item, halves: pack(item.hashes) }));
  return {
    near(hashes, most) {
      const wanted = pack(hashes);
      return packed
        .map(({ item, halves }) => ({ item, bits: distance(wanted, halves) }))
        .filter(({ bits }) => bits <= most);
    },
  };
}

function pack(hashes: readonly string[]): Int32Array {
  return Int32Array.from(hashes.flatMap(halvesOf));
}

function distance(some: Int32Array, others: Int32Array): number {
  let least = 64;
  for (let one = 0; one < some.length; one += 2) {
    for (let other = 0; other < others.length; other += 2) {
      const bits =
        onesIn((some[one] ?? 0) ^ (others[other] ?? 0)) +
        onesIn((some[one + 1] ?? 0) ^ (others[other + 1] ?? 0));
      if (bits < least) least = bits;
    }
  }
  return least;
}
