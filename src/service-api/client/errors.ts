import { AppError } from '../../shared/errors.ts';
import { SERVICE_NOT_RUNNING } from '../exchange.ts';

/**
 * `unavailable`: the service could not judge anything, so retry later. `rejected`: the service cannot judge this sample, so a
 * retry does not help.
 */
export type Availability = 'unavailable' | 'rejected';

/**
 * The base class of all errors of the client, except the reason of the caller's own signal. Messages start with the method
 * and path. They never contain the API key, the sample or a body.
 */
export abstract class ClientError extends AppError {
  abstract readonly availability: Availability;
  /** Wait before a retry, in milliseconds. Null: unknown. */
  readonly retryAfterMs: number | null;

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number | null } = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** No complete response arrived within an attempt's time limit. */
export class TimeoutError extends ClientError {
  readonly code = 'client_timeout';
  readonly availability = 'unavailable';
  readonly timeoutMs: number;

  constructor(target: string, timeoutMs: number) {
    super(`${target}: no response within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** The connection failed before the response was complete. */
export class ConnectionError extends ClientError {
  readonly code = 'client_connection';
  readonly availability = 'unavailable';
  /** There was no connection at all, so the service cannot have received the request. */
  readonly neverSent: boolean;

  constructor(target: string, cause: unknown) {
    const code = codeOf(cause);
    super(`${target}: the connection failed${code === null ? '' : ` (${code})`}`, { cause });
    this.neverSent = code !== null && CONNECT_CODES.has(code);
  }
}

/** Too many errors in a row, so requests are paused. Nothing was sent. */
export class CircuitOpenError extends ClientError {
  readonly code = 'client_circuit_open';
  readonly availability = 'unavailable';

  constructor(target: string, retryAfterMs: number) {
    super(`${target}: not sent after too many errors; retry in ${retryAfterMs} ms`, {
      retryAfterMs,
    });
  }
}

/** The status is not 2xx. Includes redirects, which the client does not follow. */
export class StatusError extends ClientError {
  readonly code = 'client_status';
  readonly availability: Availability;
  readonly status: number;
  /** The service's own message. Null: the body is not an envelope with `success: false`. */
  readonly serviceMessage: string | null;

  constructor(
    target: string,
    response: { status: number; retryAfterMs: number | null; serviceMessage: string | null },
  ) {
    super(`${target}: the service responded with status ${response.status}`, {
      retryAfterMs: response.retryAfterMs,
    });
    this.status = response.status;
    this.serviceMessage = response.serviceMessage;
    this.availability = availabilityOf(response.status);
  }
}

/** The status is 2xx, but the envelope has `success: false`. */
export class ServiceRefusedError extends ClientError {
  readonly code = 'client_refused';
  readonly availability = 'rejected';
  readonly serviceMessage: string;

  constructor(target: string, serviceMessage: string) {
    super(`${target}: the service rejected the request`);
    this.serviceMessage = serviceMessage;
  }
}

/** The status is 2xx, but the response does not match the interface: a proxy's page, or a half-finished deployment. */
export class InvalidResponseError extends ClientError {
  readonly code = 'client_invalid_response';
  readonly availability = 'unavailable';
  readonly status: number;

  constructor(
    target: string,
    response: { status: number; problem: string },
    options?: ErrorOptions,
  ) {
    super(`${target}: invalid response, status ${response.status}: ${response.problem}`, options);
    this.status = response.status;
  }
}

/** The request is invalid. Nothing was sent. */
export class InvalidRequestError extends ClientError {
  readonly code = 'client_invalid_request';
  readonly availability = 'rejected';

  constructor(target: string, problem: string, options?: ErrorOptions) {
    super(`${target}: not sent, ${problem}`, options);
  }
}

/** An insights job ended as Failed. The interface gives no reason. */
export class JobFailedError extends ClientError {
  readonly code = 'client_job_failed';
  readonly availability = 'rejected';
  readonly jobId: string;

  constructor(jobId: string) {
    super(`insights job ${jobId}: failed`);
    this.jobId = jobId;
  }
}

/** The client was closed while the call waited. */
export class ClosedError extends ClientError {
  readonly code = 'client_closed';
  readonly availability = 'unavailable';

  constructor(operation: string) {
    super(`${operation}: the client was closed`);
  }
}

/** Codes of errors that occur only before a connection exists. */
const CONNECT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  SERVICE_NOT_RUNNING,
]);

/** These 4xx concern the API key, the URL or the load, not the sample. */
const UNAVAILABLE_4XX: ReadonlySet<number> = new Set([401, 403, 404, 408, 425, 429]);

/** A redirect means that `MODERATION_URL` is out of date. */
function availabilityOf(status: number): Availability {
  const isAboutSample = status >= 400 && status < 500 && !UNAVAILABLE_4XX.has(status);
  return isAboutSample ? 'rejected' : 'unavailable';
}

/** The code of a Node or undici error, such as ECONNREFUSED. */
function codeOf(cause: unknown): string | null {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : null;
}
