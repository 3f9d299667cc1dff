import type { Kernels } from '../simd/kernels.ts';
import { COLUMNS } from './category-weights.ts';

/** Sums rows of the feature table. */
export interface CategoryRows {
  /** The sum of the rows selected by the first `count` hashes. The next call overwrites it. */
  sum(count: number): Int32Array;
}

/** `hashes` must be in the kernels' memory. */
export function createCategoryRows(
  table: Int8Array,
  hashes: Uint32Array,
  kernels: Kernels,
): CategoryRows {
  const start = kernels.copy(Int8Array, table).byteOffset;
  const mask = table.length / COLUMNS - 1;
  const sums = kernels.allocate(Int32Array, COLUMNS);
  return {
    sum(count) {
      kernels.sumWideRows(start, mask, hashes.byteOffset, count, sums.byteOffset);
      return sums;
    },
  };
}
