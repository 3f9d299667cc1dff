/** The mean of a model's weights over the end of training, which is more stable than their final state. */
export interface WeightAverage {
  sample(): void;
  /** Replaces the weights with their mean. */
  apply(): void;
}

export function createWeightAverage(tables: readonly Float32Array[]): WeightAverage {
  const sums = tables.map((table) => new Float64Array(table.length));
  let samples = 0;
  return {
    sample() {
      samples += 1;
      tables.forEach((table, index) => {
        const sum = sums[index] ?? new Float64Array(table.length);
        for (let at = 0; at < table.length; at += 1) sum[at] = (sum[at] ?? 0) + (table[at] ?? 0);
      });
    },
    apply() {
      tables.forEach((table, index) => {
        for (let at = 0; at < table.length; at += 1) table[at] = (sums[index]?.[at] ?? 0) / samples;
      });
    },
  };
}
