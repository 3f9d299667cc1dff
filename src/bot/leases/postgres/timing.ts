/** Milliseconds. Tests use shorter ones. */
export interface Timing {
  /** Between two heartbeats. */
  readonly heartbeatMs: number;
  /** How long a process relies on its leases after it sent a heartbeat that succeeded. */
  readonly beliefMs: number;
  /** A process whose last heartbeat is older is taken for dead. The difference to `beliefMs` is the safety margin. */
  readonly takeOverMs: number;
  /** How long the database may take to answer before its connection is given up. */
  readonly timeoutMs: number;
  /** Between two looks at who holds what. */
  readonly lookMs: number;
  /** Between two identifies of one bucket; Discord's limit is five seconds. */
  readonly identifyMs: number;
  /** How late a turn to identify may be used, so that turns are this much further apart. */
  readonly identifyMarginMs: number;
}

/**
 * A process whose own heartbeats had a longer gap does not blame others for theirs: very likely the database hung, and
 * they all will go on in a moment. Two heartbeats shorter than `takeOverMs`, because they don't come at the same time.
 */
export const maxGapMs = ({ takeOverMs, heartbeatMs }: Timing): number =>
  takeOverMs - 2 * heartbeatMs;

export const TIMING: Timing = {
  heartbeatMs: 1000,
  beliefMs: 4000,
  takeOverMs: 5000,
  timeoutMs: 5000,
  lookMs: 500,
  identifyMs: 5000,
  identifyMarginMs: 500,
};
