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

/** How long a webhook's receiver has to answer. */
export const WEBHOOK_TIMEOUT_MS = 5_000;
/** An event that did not arrive by then is given up. */
export const MAX_EVENT_AGE_MS = 24 * 60 * 60 * 1_000;
/** Events that may wait for one webhook, and for all. */
export const MAX_WEBHOOK_EVENTS = 1_000;
export const MAX_OUTBOX_EVENTS = 10_000;

/** Moderated samples are stored together: after this time, or when there are so many. */
export const BATCH_DELAY_MS = 250;
export const BATCH_SIZE = 500;
/** Samples held in memory while the store fails; the oldest go first. */
export const MAX_WAITING_SAMPLES = 10_000;

/** How long records of the statistics are kept; the interface sets no end. */
export const RECORD_RETENTION_MS = 90 * 24 * 60 * 60 * 1_000;
/** Insights jobs of an account that have not ended. */
export const MAX_UNFINISHED_JOBS = 100;

/** Of an account. */
export const MAX_KEYWORDS = 10_000;
/** UTF-16 code units, as registered and as looked for. */
export const MAX_KEYWORD_LENGTH = 100;
/** Events for one sample: one for each keyword in it, up to so many. */
export const MAX_ALERTS_PER_SAMPLE = 10;
/** How often what is past its time is removed. */
export const PURGE_INTERVAL_MS = 60 * 60 * 1_000;
/** Longer addresses are refused. */
export const MAX_WEBHOOK_LENGTH = 2_048;
