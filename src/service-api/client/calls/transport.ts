import type { Dispatcher } from 'undici';
import type { Body } from './body.ts';

/** One attempt to send a request. */
export interface Attempt {
  method: Dispatcher.HttpMethod;
  /** Below the base URL, with a leading slash. */
  path: string;
  /** Headers of the operation: alternating names and values. */
  headers: readonly string[] | undefined;
  body: Body | null;
  /** Names the operation in errors. */
  target: string;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** The service's answer. */
export interface Answer {
  readonly status: number;
  /** Undefined: the body is empty. */
  readonly json: unknown;
  /** The header `retry-after`. */
  readonly retryAfter: string | undefined;
  readonly receivedAtMs: number;
}

/** Carries attempts to the service. */
export interface Transport {
  /** True if the service comes from the same build as this client, so that answers have the right types without a check. */
  readonly isOfThisBuild: boolean;
  /** Rejects with a `ClientError`, or with the reason of the attempt's signal. */
  send(attempt: Attempt): Answer | Promise<Answer>;
  /** Fails the attempts in progress. */
  close(): Promise<void>;
}
