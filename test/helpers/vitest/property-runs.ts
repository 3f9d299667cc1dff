/** fast-check's default number of runs. */
export const DEFAULT_RUNS = 100;

const LONG_FACTOR = 20;

/** The number of runs for a property that does not use the default; many more in `npm run test:long`. */
export function runs(count: number): number {
  return process.env['FC_LONG'] === undefined ? count : count * LONG_FACTOR;
}
