/** The interface sets no limit on a sample; a Discord message with all its embeds stays far below this. */
export const MAX_BODY_BYTES = 64 * 1024;
/** A socket on which nothing happens is closed after this. */
export const CONNECTION_TIMEOUT_MS = 30_000;
/** Between two requests on a connection. */
export const KEEP_ALIVE_TIMEOUT_MS = 30_000;
export const HEADERS_TIMEOUT_MS = 5_000;
/** Headers and body together. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** How often Node looks for requests over these times. */
export const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/** How long requests under way have to end when the service stops. */
export const DRAIN_TIMEOUT_MS = 5_000;
/** A result that took longer is marked with `latencyAlert`. */
export const LATENCY_ALERT_MS = 50;
