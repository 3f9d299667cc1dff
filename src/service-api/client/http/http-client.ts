import { setMaxListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { parseResponse, type ExpectedResponse } from './parse-response.ts';
import { createCircuit } from './circuit.ts';
import { CircuitOpenError, ClientError, InvalidRequestError } from '../errors.ts';
import type { CallLimits } from './call-limits.ts';
import { isRetryable, isServiceFailure, retryDelayMs } from './retry.ts';
import { createTransport } from './transport.ts';

/** A route of the interface and its response. */
export interface Operation<T> extends ExpectedResponse<T> {
  method: Dispatcher.HttpMethod;
  /** Below the base URL, with a leading slash. */
  path: string;
  /** Additional headers: alternating names and values. */
  headers?: readonly string[];
  /** True if sending it twice is harmless. Otherwise it is retried only if the service cannot have received it. */
  repeatable: boolean;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Rejects with a `ClientError`, or with the reason of `signal` when it aborts. */
export type Call = <T>(
  operation: Operation<T>,
  body: object | null,
  signal: AbortSignal | undefined,
) => Promise<T>;

export interface HttpClientOptions {
  baseUrl: string;
  /** Sent with every request, such as credentials: alternating names and values. */
  headers: string[];
  clock: Clock;
  /** Returns 0 to below 1. */
  random: () => number;
  /** Strikes out of a body what the service must not repeat. */
  strike: (text: string) => string;
  limits: CallLimits;
}

/** Calls one base URL, with its own connections and circuit breaker. */
export function createHttpClient({
  baseUrl,
  headers,
  clock,
  random,
  strike,
  limits,
}: HttpClientOptions): {
  call: Call;
  close(): Promise<void>;
} {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const transport = createTransport({
    origin,
    clock,
    limits,
  });
  const withoutBody = ['accept', 'application/json', ...headers];
  const withBody = ['content-type', 'application/json', ...withoutBody];
  const circuit = createCircuit(clock, limits);
  const closing = new AbortController();
  // Every call that waits for its next try adds a listener, so a large number of them is not a leak.
  setMaxListeners(0, closing.signal);

  const call: Call = async (operation, body, signal) => {
    signal?.throwIfAborted();
    const { method } = operation;
    const path = prefix + operation.path;
    const target = `${method} ${path}`;
    const text = body === null ? null : encodeJson(target, body);
    const common = body === null ? withoutBody : withBody;
    const headers = operation.headers ? [...common, ...operation.headers] : common;
    const deadlineMs = clock.now() + limits.callMs;

    let failure: ClientError | null = null;
    for (let tries = 1; ; tries += 1) {
      const pausedForMs = circuit.enter();
      if (pausedForMs !== null) throw failure ?? new CircuitOpenError(target, pausedForMs);
      const timeoutMs = Math.min(limits.attemptMs, deadlineMs - clock.now());
      try {
        // No object spread here: it costs 4 µs per call.
        const attempt = { method, path, headers, body: text, target, timeoutMs, signal };
        const response = await transport.send(attempt);
        if (response.text !== null) response.text = strike(response.text);
        const value = parseResponse(target, operation, response);
        circuit.succeeded();
        return value;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof ClientError)) throw error;
        failure = error;
      }

      if (isServiceFailure(failure)) circuit.failed();
      else circuit.succeeded();

      const delayMs = retryDelayMs(tries, failure.retryAfterMs, {
        backoffMs: limits.backoffMs,
        random,
      });
      const canRetry = tries < limits.maxTries && clock.now() + delayMs < deadlineMs;
      if (!canRetry || !isRetryable(failure, operation.repeatable)) throw failure;
      const closed = closing.signal;
      await sleep(clock, delayMs, signal ? AbortSignal.any([signal, closed]) : closed);
      signal?.throwIfAborted();
      // A late timer may leave no time for another attempt.
      if (closed.aborted || clock.now() >= deadlineMs) throw failure;
    }
  };

  return {
    call,
    close() {
      closing.abort();
      return transport.close();
    },
  };
}

/**
 * Serializes a request. Replaces lone surrogates, which truncated emoji leave behind, with U+FFFD, because strict parsers
 * reject their `\udxxx` escapes. Other requests skip the slow second pass.
 */
function encodeJson(target: string, body: object): string {
  try {
    const text = JSON.stringify(body);
    return text.includes('\\ud') ? JSON.stringify(body, wellFormed) : text;
  } catch (cause) {
    throw new InvalidRequestError(target, 'the body cannot be written as JSON', { cause });
  }
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
