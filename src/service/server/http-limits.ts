/** The interface sets no limit. A Discord message with all its embeds is far smaller. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Maximum length of a path parameter: that of a URL, because Node limits the headers to it. */
export const MAX_PARAM_LENGTH = 16 * 1024;
/** An idle socket is closed after this time. */
export const CONNECTION_TIMEOUT_MS = 30_000;
/** Time between two requests on one connection. */
export const KEEP_ALIVE_TIMEOUT_MS = 30_000;
export const HEADERS_TIMEOUT_MS = 5_000;
/** Time for headers and body together. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Interval of Node's checks against these timeouts. */
export const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/** Time for requests in flight to finish when the service stops. */
export const DRAIN_TIMEOUT_MS = 5_000;
