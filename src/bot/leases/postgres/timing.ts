/** Times in milliseconds. Tests use shorter ones. */
export interface Timing {
  /** The time between two heartbeats. */
  readonly heartbeatMs: number;
  /** How long a process relies on its leases after sending a heartbeat that succeeded. */
  readonly beliefMs: number;
  /**
   * A process whose last heartbeat is older than this is taken for dead. The difference from `beliefMs` is the safety
   * margin.
   */
  readonly takeOverMs: number;
  /** How long the database may take to answer before its connection is given up. */
  readonly timeoutMs: number;
  /** The time between two looks at who holds which lease. */
  readonly lookMs: number;
  /** The time between two identifies of a bucket; Discord's limit is five seconds. */
  readonly identifyMs: number;
  /** How late a turn to identify may be used, so that turns are this much further apart. */
  readonly identifyMarginMs: number;
}

/**
 * A process whose own heartbeats had a gap longer than this does not take silent processes for dead: very likely the
 * database hung, and all of them will go on in a moment. Shorter than `takeOverMs` by two heartbeats, because processes
 * don't send them at the same time.
 */
export const maxGapMs = ({ takeOverMs, heartbeatMs }: Timing): number =>
  takeOverMs - 2 * heartbeatMs;

export const TIMING: Timing = {
  heartbeatMs: 1000,
  beliefMs: 4000,
  takeOverMs: 5000,
  timeoutMs: 5000,
  lookMs: 750,
  identifyMs: 5000,
  identifyMarginMs: 500,
};
