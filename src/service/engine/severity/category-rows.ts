import { BYTE_OFFSET, unsignedBytes } from '../model/unsigned-bytes.ts';
import { COLUMNS } from './category-weights.ts';

/** A row is three 32-bit words, each holding four categories. */
const WORDS_PER_ROW = COLUMNS / 4;
const EVEN = 0x00ff00ff;
/** Sums of unsigned bytes have 16 bits: enough for so many rows. */
const MAX_ROWS = 256;

/** Sums rows of the table of features, four categories per machine word, as `model/buckets.ts` does for the heads. */
export interface CategoryRows {
  /** Writes the sum of the rows selected by the first `count` hashes to `sums`. */
  add(hashes: Uint32Array, count: number, sums: Int32Array): void;
}

export function createCategoryRows(table: Int8Array): CategoryRows {
  const words = unsignedBytes(table);
  const mask = table.length / COLUMNS - 1;

  const addSome = (hashes: Uint32Array, from: number, to: number, sums: Int32Array): void => {
    let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0];
    for (let at = from; at < to; at += 1) {
      const row = ((hashes[at] ?? 0) & mask) * WORDS_PER_ROW;
      const first = words[row] ?? 0;
      const second = words[row + 1] ?? 0;
      const third = words[row + 2] ?? 0;
      a += first & EVEN;
      b += (first >>> 8) & EVEN;
      c += second & EVEN;
      d += (second >>> 8) & EVEN;
      e += third & EVEN;
      f += (third >>> 8) & EVEN;
    }
    const offset = BYTE_OFFSET * (to - from);
    const write = (column: number, even: number, odd: number): void => {
      sums[column] = (sums[column] ?? 0) + (even & 0xffff) - offset;
      sums[column + 1] = (sums[column + 1] ?? 0) + (odd & 0xffff) - offset;
      sums[column + 2] = (sums[column + 2] ?? 0) + (even >>> 16) - offset;
      sums[column + 3] = (sums[column + 3] ?? 0) + (odd >>> 16) - offset;
    };
    write(0, a, b);
    write(4, c, d);
    write(8, e, f);
  };

  return {
    add(hashes, count, sums) {
      sums.fill(0);
      for (let from = 0; from < count; from += MAX_ROWS) {
        addSome(hashes, from, Math.min(count, from + MAX_ROWS), sums);
      }
    },
  };
}
