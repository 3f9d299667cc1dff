/** What the listener takes. Tests make them smaller. */
export interface ListenerLimits {
  readonly maxBodyBytes: number;
  readonly headersTimeoutMs: number;
  /** Headers and body together; a body that trickles in is ended by this one. */
  readonly requestTimeoutMs: number;
  /** A socket on which nothing happens is closed after this. */
  readonly connectionTimeoutMs: number;
  /** Between two requests on a connection. */
  readonly keepAliveTimeoutMs: number;
  /** How often Node looks for requests over the first two times. */
  readonly timeoutCheckIntervalMs: number;
  readonly maxRequestsPerSocket: number;
  /** More are closed at once. */
  readonly maxConnections: number;
  /** Events being stored at the same time; more are told to come again. */
  readonly maxAccepting: number;
}

export const DEFAULT_LIMITS: ListenerLimits = {
  maxBodyBytes: 256 * 1024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  connectionTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  timeoutCheckIntervalMs: 1_000,
  maxRequestsPerSocket: 1_000,
  maxConnections: 1_000,
  maxAccepting: 500,
};

/** How far an event's time may be from ours. */
export const FRESHNESS_MS = 5 * 60 * 1000;
/** What a sender is told when an event could not be stored. */
export const RETRY_AFTER_SECONDS = 5;
/** Deeper events could not be written to the database, which reads JSON of 1,000 levels. */
export const MAX_EVENT_LEVELS = 100;
/** How long requests under way have to end when the listener stops. */
export const DRAIN_MS = 2_000;
