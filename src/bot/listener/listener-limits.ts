/** The listener's limits. Tests use smaller ones. */
export interface ListenerLimits {
  readonly maxBodyBytes: number;
  readonly headersTimeoutMs: number;
  /** For headers and body together. Ends requests whose body trickles in. */
  readonly requestTimeoutMs: number;
  /** Closes idle sockets. */
  readonly connectionTimeoutMs: number;
  /** The longest time between two requests on one connection. */
  readonly keepAliveTimeoutMs: number;
  /** How often Node checks the first two timeouts. */
  readonly timeoutCheckIntervalMs: number;
  readonly maxRequestsPerSocket: number;
  /** Above these, the oldest idle connection is closed; if none is idle, the newest. */
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** How many events are stored at the same time. Further ones get a 503. */
  readonly maxAccepting: number;
}

export const DEFAULT_LISTENER_LIMITS: ListenerLimits = {
  maxBodyBytes: 256 * 1024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  connectionTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  timeoutCheckIntervalMs: 1_000,
  maxRequestsPerSocket: 1_000,
  maxConnections: 1_000,
  maxConnectionsPerAddress: 500,
  maxAccepting: 500,
};

/** How far a signed event's time may differ from the current time. */
export const FRESHNESS_MS = 5 * 60 * 1000;
/** Sent with every 503. */
export const RETRY_AFTER_SECONDS = 5;
/** SQLite's JSON functions support 1,000 levels. */
export const MAX_EVENT_LEVELS = 100;
/** How long requests in progress may continue when the listener stops. */
export const DRAIN_MS = 2_000;
