/** An optimiser of one array: fill `gradient`, then `step`, which clears it. */
export interface Adam {
  values: Float32Array;
  gradient: Float32Array;
  step(rate: number): void;
}

export function createAdam(values: Float32Array): Adam {
  const gradient = new Float32Array(values.length);
  const mean = new Float32Array(values.length);
  const square = new Float32Array(values.length);
  let time = 0;
  return {
    values,
    gradient,
    step(rate) {
      time += 1;
      const correction = Math.sqrt(1 - 0.999 ** time) / (1 - 0.9 ** time);
      for (let at = 0; at < values.length; at += 1) {
        const g = gradient[at] ?? 0;
        const m = 0.9 * (mean[at] ?? 0) + 0.1 * g;
        const s = 0.999 * (square[at] ?? 0) + 0.001 * g * g;
        mean[at] = m;
        square[at] = s;
        values[at] = (values[at] ?? 0) - (rate * correction * m) / (Math.sqrt(s) + 1e-8);
        gradient[at] = 0;
      }
    },
  };
}
