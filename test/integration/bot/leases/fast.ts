import { TIMING, type Timing } from '../../../../src/bot/leases/postgres/timing.ts';

/** Faster than in production, but slow enough for a busy machine. */
export const FAST: Timing = {
  ...TIMING,
  heartbeatMs: 100,
  beliefMs: 800,
  takeOverMs: 1000,
  lookMs: 50,
  identifyMs: 250,
  identifyMarginMs: 100,
};
