import type { Kernels } from '../simd/kernels.ts';

const BYTES = 8;

/** A fully connected layer. Zero inputs need not be added and then cost nothing. */
export interface DenseLayer {
  /** Added to the sum of each unit. */
  readonly bias: Float64Array;
  /** Forgets the inputs added so far. */
  begin(): void;
  add(input: number, value: number): void;
  /** Adds the positive inputs of a range; `values` and `bias` must be in the kernels' memory. */
  addPositive(
    first: number,
    values: Int32Array,
    scaled: { unit: number; bias: Float64Array },
  ): void;
  /** The sum of each unit. The next call overwrites them. */
  sums(): Float64Array;
}

/** `weights`: grouped by input, one weight per unit. The number of units must be divisible by eight. */
export function createDenseLayer(
  weights: ArrayLike<number>,
  bias: ArrayLike<number>,
  kernels: Kernels,
): DenseLayer {
  const inputs = weights.length / bias.length;
  const bytes = bias.length * BYTES;
  const start = kernels.copy(Float64Array, weights).byteOffset;
  const offsets = kernels.copy(Float64Array, bias);
  // One more than there are inputs: an input is written first, and kept only if it is positive.
  const values = kernels.allocate(Float64Array, inputs + 1);
  /** Addresses of the weights of the added inputs. */
  const rows = kernels.allocate(Int32Array, inputs + 1);
  const sums = kernels.allocate(Float64Array, bias.length);
  let count = 0;

  return {
    bias: offsets,
    begin() {
      count = 0;
    },
    add(input, value) {
      values[count] = value;
      rows[count] = start + input * bytes;
      count += 1;
    },
    addPositive(first, integers, { unit, bias }) {
      count = kernels.addPositive(
        integers.byteOffset,
        bias.byteOffset,
        unit,
        integers.length,
        start + first * bytes,
        bytes,
        values.byteOffset,
        rows.byteOffset,
        count,
      );
    },
    sums() {
      kernels.sumInputs(
        values.byteOffset,
        rows.byteOffset,
        count,
        offsets.byteOffset,
        bytes,
        sums.byteOffset,
      );
      return sums;
    },
  };
}
