import { AppError } from '../../shared/errors.ts';

/** Perspective's own error types, in `details[].errorType`. */
export type PerspectiveErrorType =
  | 'COMMENT_EMPTY'
  | 'COMMENT_TOO_LONG'
  | 'INVALID_REQUEST'
  | 'LANGUAGE_DETECTION_FAILED'
  | 'LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE'
  | 'NO_REQUESTED_ATTRIBUTES';

const STATUS_NAMES: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [408, 'DEADLINE_EXCEEDED'],
  [413, 'INVALID_ARGUMENT'],
  [415, 'INVALID_ARGUMENT'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
]);

export interface GoogleErrorBody {
  error: {
    code: number;
    message: string;
    status: string;
    details?: readonly Readonly<Record<string, unknown>>[];
  };
}

type Details = readonly Readonly<Record<string, unknown>>[];

/** An error response in the format of Google's services. */
export class GoogleError extends AppError {
  readonly code = 'google_request_refused';
  readonly statusCode: number;
  readonly details: Details;
  /** Seconds, sent as `Retry-After`; null: no such header. */
  readonly retryAfterSeconds: number | null;

  constructor(
    statusCode: number,
    message: string,
    {
      details = [],
      retryAfterSeconds = null,
    }:
      | { details?: Details; retryAfterSeconds?: number }
      | { details?: Details; retryAfterSeconds?: null } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function googleErrorBody(
  code: number,
  message: string,
  details: Details = [],
): GoogleErrorBody {
  const status = STATUS_NAMES.get(code) ?? 'UNKNOWN';
  return { error: { code, message, status, ...(details.length > 0 ? { details } : {}) } };
}

/** An error from Perspective itself, always with status 400. */
export function perspectiveError(
  errorType: PerspectiveErrorType,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): GoogleError {
  const type = 'type.googleapis.com/google.commentanalyzer.v1alpha1.Error';
  return new GoogleError(400, message, { details: [{ '@type': type, errorType, ...more }] });
}

/** An error about the key from the gateway in front of Google's services. */
export function apiKeyError(statusCode: 400 | 403, message: string, reason: string): GoogleError {
  return new GoogleError(statusCode, message, {
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason,
        domain: 'googleapis.com',
        metadata: { service: 'commentanalyzer.googleapis.com' },
      },
    ],
  });
}
