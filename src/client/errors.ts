import { AppError } from '../lib/errors.ts';

/**
 * What a failure says about the sample. `unavailable`: nothing, the service could not be asked, try later.
 * `rejected`: the service was asked and this sample cannot be judged; asking again will not help.
 */
export type Availability = 'unavailable' | 'rejected';

/**
 * The root of what a call rejects with, save for the reason of the caller's own signal. Messages start with
 * the target, a method and a URL path; they hold neither the key, nor the sample, nor text of a body.
 */
export abstract class ClientError extends AppError {
  abstract readonly availability: Availability;
  /** How long to wait before the next try, in milliseconds, where that is known. */
  readonly retryAfterMs: number | null;

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number | null } = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** No whole answer within an attempt's time. */
export class TimeoutError extends ClientError {
  readonly code = 'client_timeout';
  readonly availability = 'unavailable';
  readonly timeoutMs: number;

  constructor(target: string, timeoutMs: number) {
    super(`${target}: no answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** No connection, or one that broke before the answer was whole. */
export class ConnectionError extends ClientError {
  readonly code = 'client_connection';
  readonly availability = 'unavailable';
  /** Whether no connection came about at all, so that the request surely did not arrive. */
  readonly neverSent: boolean;

  constructor(target: string, cause: unknown) {
    const code = codeOf(cause);
    super(`${target}: the connection failed${code === null ? '' : ` (${code})`}`, { cause });
    this.neverSent = code !== null && CONNECT_CODES.has(code);
  }
}

/** The service failed so often in a row that it is given a rest; nothing was sent. */
export class CircuitOpenError extends ClientError {
  readonly code = 'client_circuit_open';
  readonly availability = 'unavailable';

  constructor(target: string, retryAfterMs: number) {
    super(`${target}: not sent, the service failed too often; next try in ${retryAfterMs} ms`, {
      retryAfterMs,
    });
  }
}

/** An answer whose status is not 2xx. Redirects are among them, for they are not followed. */
export class StatusError extends ClientError {
  readonly code = 'client_status';
  readonly availability: Availability;
  readonly status: number;
  /** The service's own sentence, where the body was an envelope with `success: false`. */
  readonly serviceMessage: string | null;

  constructor(
    target: string,
    answer: { status: number; retryAfterMs: number | null; serviceMessage: string | null },
  ) {
    super(`${target}: the service answered with status ${answer.status}`, {
      retryAfterMs: answer.retryAfterMs,
    });
    this.status = answer.status;
    this.serviceMessage = answer.serviceMessage;
    this.availability = availabilityOf(answer.status);
  }
}

/** A 2xx whose envelope has `success: false`. */
export class RefusedError extends ClientError {
  readonly code = 'client_refused';
  readonly availability = 'rejected';
  readonly serviceMessage: string;

  constructor(target: string, serviceMessage: string) {
    super(`${target}: the service refused the request`);
    this.serviceMessage = serviceMessage;
  }
}

/** A 2xx that is not what the interface describes. `problem` says what was wrong with it. */
export class InvalidResponseError extends ClientError {
  readonly code = 'client_invalid_response';
  readonly availability = 'rejected';
  readonly status: number;

  constructor(target: string, answer: { status: number; problem: string }, options?: ErrorOptions) {
    super(`${target}: invalid response, status ${answer.status}: ${answer.problem}`, options);
    this.status = answer.status;
  }
}

/** The request cannot be sent as it is; nothing was sent. */
export class InvalidRequestError extends ClientError {
  readonly code = 'client_invalid_request';
  readonly availability = 'rejected';

  constructor(target: string, problem: string, options?: ErrorOptions) {
    super(`${target}: not sent, ${problem}`, options);
  }
}

/** An insights job ended as Failed. Why, the interface does not say. */
export class JobFailedError extends ClientError {
  readonly code = 'client_job_failed';
  readonly availability = 'rejected';
  readonly jobId: string;

  constructor(jobId: string) {
    super(`insights job ${jobId}: ended without success`);
    this.jobId = jobId;
  }
}

/** The client was closed while the call waited for its turn. */
export class ClosedError extends ClientError {
  readonly code = 'client_closed';
  readonly availability = 'unavailable';

  constructor(what: string) {
    super(`${what}: the client was closed`);
  }
}

/** Codes of errors that come up only before a connection stands. */
const CONNECT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** These 4xx are about the key, the address or the moment, not about the sample. */
const UNAVAILABLE_4XX: ReadonlySet<number> = new Set([401, 403, 404, 408, 425, 429]);

/** A redirect is about the address too: `MODERATION_URL` names a place the service has left. */
function availabilityOf(status: number): Availability {
  const aboutTheRequest = status >= 400 && status < 500 && !UNAVAILABLE_4XX.has(status);
  return aboutTheRequest ? 'rejected' : 'unavailable';
}

/** The code of a system's or undici's error, such as ECONNREFUSED. */
function codeOf(cause: unknown): string | null {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : null;
}
