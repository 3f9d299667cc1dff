import type { Kernels } from '../simd/kernels.ts';

const BYTES = 8;

/** A fully connected layer. Inputs that are zero need not be added, and cost nothing then. */
export interface DenseLayer {
  /** Added to the sums. */
  readonly bias: Float64Array;
  /** Forgets the inputs added so far. */
  begin(): void;
  add(input: number, value: number): void;
  /** Adds those of a range of inputs that are positive; `values` and `bias` must be in the memory of the kernels. */
  addPositive(
    first: number,
    values: Int32Array,
    scaled: { unit: number; bias: Float64Array },
  ): void;
  /** Each unit's sum. The next call overwrites them. */
  sums(): Float64Array;
}

/** `weights`: those of all units, input by input. The number of units must be divisible by eight. */
export function createDenseLayer(
  weights: ArrayLike<number>,
  bias: ArrayLike<number>,
  kernels: Kernels,
): DenseLayer {
  const inputs = weights.length / bias.length;
  const bytes = bias.length * BYTES;
  const start = kernels.copy(Float64Array, weights).byteOffset;
  const offsets = kernels.copy(Float64Array, bias);
  // One more: an input that isn't positive is written before it is left out.
  const values = kernels.allocate(Float64Array, inputs + 1);
  /** Addresses of the added inputs' weights. */
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
