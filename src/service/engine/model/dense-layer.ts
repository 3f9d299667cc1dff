/** A fully connected layer. Inputs that are zero need not be added, and cost nothing then. */
export interface DenseLayer {
  /** Forgets the inputs added so far. */
  begin(): void;
  add(input: number, value: number): void;
  /** Writes each unit's sum, bias included, to `out`. */
  writeTo(out: Float64Array): void;
}

/** `weights`: those of all units, input by input. The number of units must be divisible by four. */
export function createDenseLayer(weights: Float64Array, bias: Float32Array): DenseLayer {
  const units = bias.length;
  const values = new Float64Array(weights.length / units);
  /** Offset of an added input's weights. */
  const rows = new Int32Array(values.length);
  let count = 0;

  return {
    begin() {
      count = 0;
    },
    add(input, value) {
      values[count] = value;
      rows[count] = input * units;
      count += 1;
    },
    // Four units at a time in local variables: twice as fast as adding into an array.
    writeTo(out) {
      for (let n = 0; n < units; n += 4) {
        let a = bias[n] ?? 0;
        let b = bias[n + 1] ?? 0;
        let c = bias[n + 2] ?? 0;
        let d = bias[n + 3] ?? 0;
        for (let at = 0; at < count; at += 1) {
          const value = values[at] ?? 0;
          const row = (rows[at] ?? 0) + n;
          a += value * (weights[row] ?? 0);
          b += value * (weights[row + 1] ?? 0);
          c += value * (weights[row + 2] ?? 0);
          d += value * (weights[row + 3] ?? 0);
        }
        out[n] = a;
        out[n + 1] = b;
        out[n + 2] = c;
        out[n + 3] = d;
      }
    },
  };
}
