import * as fc from 'fast-check';
import { DEFAULT_RUNS, runs } from './property-runs.ts';

/* Runs before every test file. */

/** One seed for every property test, so that each run is the same. A failure prints its seed and path. */
const SEED = 20_250_101;

const { FC_SEED, FC_LONG } = process.env;
const numRuns = runs(DEFAULT_RUNS);
/** Without `defaultSizeToMaxWhenMaxSpecified`, fast-check generates at most about ten elements, whatever `maxLength` says. */
const common = { numRuns, defaultSizeToMaxWhenMaxSpecified: true };

if (FC_SEED !== undefined) fc.configureGlobal({ ...common, seed: Number(FC_SEED) });
else if (FC_LONG !== undefined) fc.configureGlobal(common);
else fc.configureGlobal({ ...common, seed: SEED });
