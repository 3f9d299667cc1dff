/** A request to the service, whatever carries it: HTTP, or a call within the process. */
export interface ServiceRequest {
  readonly method: string;
  /** Below the interface's URL, with its query. */
  readonly path: string;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** A JSON value; undefined: no body. */
  readonly body: unknown;
  /** The length of the body as JSON, in bytes. For a small body, only an upper bound. */
  readonly bodyBytes: number;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value. */
  readonly body: unknown;
}

/**
 * Answers a request within the process. Returns a promise only if the answer has to wait for something. Throws an error with the
 * code `SERVICE_NOT_RUNNING` while the service is stopped.
 */
export type Exchange = (request: ServiceRequest) => ServiceAnswer | Promise<ServiceAnswer>;

export const SERVICE_NOT_RUNNING = 'service_not_running';
