import type { Kernels } from '../simd/kernels.ts';
import { HEAD_COUNT } from './shape.ts';

/** Sums rows of bytes, one byte per head. */
export interface RowAdder {
  /** The hashes that select the rows. Written by the caller. */
  readonly hashes: Uint32Array;
  /** The sums of the rows that the first `count` hashes select. The next call overwrites them. */
  sum(count: number): Float64Array;
}

/** `most`: how many rows are added at once at most, up to 256. */
export function createRowAdder(values: Int8Array, most: number, kernels: Kernels): RowAdder {
  const table = kernels.copy(Int8Array, values).byteOffset;
  const mask = values.length / HEAD_COUNT - 1;
  const hashes = kernels.allocate(Uint32Array, most);
  const sums = kernels.allocate(Float64Array, HEAD_COUNT);
  return {
    hashes,
    sum(count) {
      kernels.sumRows(table, mask, hashes.byteOffset, count, sums.byteOffset);
      return sums;
    },
  };
}
