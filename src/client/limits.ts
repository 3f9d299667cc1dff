/** What a client allows itself and the service. Every number of this folder is here. */
export interface Limits {
  /** For one attempt, from waiting for a connection to the last byte of the body. */
  readonly attemptMs: number;
  /** For a whole call: all its attempts and the pauses between them. */
  readonly callMs: number;
  /** Attempts of a call, the first one included. */
  readonly maxTries: number;
  /** The longest pause before the second try; it doubles with every further one. */
  readonly backoffMs: number;
  /** Failures of the service in a row, counted by attempts, that open the circuit. */
  readonly circuitFailures: number;
  /** How long an open circuit refuses before it lets one attempt through. Above `attemptMs`, so that one is decided before the next. */
  readonly circuitOpenMs: number;
  /** Whatever is larger than this is not an answer. */
  readonly responseBytes: number;
  /** Sockets of the pool. More calls at once queue for them, within their attempt's time. */
  readonly connections: number;
  /** An idle socket is closed after this, unless the service asks for less. */
  readonly idleSocketMs: number;
}

/** For moderation, which answers at once and in about 1 KB. */
export const LIMITS: Limits = {
  attemptMs: 5_000,
  callMs: 15_000,
  maxTries: 3,
  backoffMs: 200,
  circuitFailures: 10,
  circuitOpenMs: 10_000,
  responseBytes: 1024 * 1024,
  connections: 64,
  idleSocketMs: 30_000,
};

/**
 * For everything else: few requests, large answers. 5000 insights, or analytics that are 1 MB before compression and
 * "can be large", are tens of megabytes.
 */
export const BULK_LIMITS: Limits = {
  ...LIMITS,
  attemptMs: 30_000,
  callMs: 60_000,
  responseBytes: 64 * 1024 * 1024,
  connections: 4,
};
