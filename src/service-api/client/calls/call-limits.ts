/** The client's time limits, retries and sizes. */
export interface CallLimits {
  /** For one attempt, from the wait for a connection to the last byte of the body. */
  readonly attemptMs: number;
  /** For a call with all its attempts and waits. */
  readonly callMs: number;
  /** Attempts per call, including the first. */
  readonly maxTries: number;
  /** The longest wait before the second attempt. It doubles with each further attempt. */
  readonly backoffMs: number;
  /** The circuit opens when this many of the latest `circuitWindow` attempts have failed. */
  readonly circuitFailures: number;
  readonly circuitWindow: number;
  /** Wait of an open circuit before each probe. Longer than `attemptMs`, so that probes do not overlap. */
  readonly circuitOpenMs: number;
  /** The largest accepted response. */
  readonly responseBytes: number;
  /** Sockets in the pool. Further calls wait for one, within `attemptMs`. */
  readonly connections: number;
  /** Closes idle sockets, unless the service asks for a shorter time. */
  readonly idleSocketMs: number;
}

/** For moderation, with fast responses of about 1 KB. */
export const MODERATION_LIMITS: CallLimits = {
  attemptMs: 5_000,
  callMs: 15_000,
  maxTries: 3,
  backoffMs: 200,
  // 60 %: retries cope with a service that fails now and then.
  circuitFailures: 24,
  circuitWindow: 40,
  circuitOpenMs: 10_000,
  responseBytes: 1024 * 1024,
  connections: 64,
  idleSocketMs: 30_000,
};

/** For everything else: few requests with large responses. 5,000 insights or a day's analytics are tens of megabytes. */
export const BULK_LIMITS: CallLimits = {
  ...MODERATION_LIMITS,
  attemptMs: 30_000,
  callMs: 60_000,
  responseBytes: 64 * 1024 * 1024,
  connections: 4,
};
