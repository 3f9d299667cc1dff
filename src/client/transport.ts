import { EventEmitter } from 'node:events';
import { Pool, errors, type Dispatcher } from 'undici';
import type { Clock } from '../lib/clock.ts';
import { isSuccess, type Answer } from './answer.ts';
import { ConnectionError, InvalidResponseError, TimeoutError } from './errors.ts';
import type { Limits } from './limits.ts';

/** One attempt: a request and the time it has. */
export interface Attempt {
  method: Dispatcher.HttpMethod;
  /** With the prefix of the base URL. */
  path: string;
  /** Names and values in turn: the form undici takes at the least cost. */
  headers: string[];
  body: string | null;
  /** How errors name the operation. */
  target: string;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export interface Transport {
  /** Rejects with a `ClientError`, or with the reason of the attempt's signal. */
  send(attempt: Attempt): Promise<Answer>;
  /** Closes the sockets; requests under way fail. */
  close(): Promise<void>;
}

export interface TransportOptions {
  origin: string;
  clock: Clock;
  limits: Limits;
}

/** One attempt at a time over kept-alive connections. Redirects are not followed: undici does not by itself. */
export function createTransport({ origin, clock, limits }: TransportOptions): Transport {
  const pool = new Pool(origin, {
    connections: limits.connections,
    keepAliveTimeout: limits.idleSocketMs,
    connect: { timeout: limits.attemptMs },
    maxResponseSize: limits.responseBytes,
    // One timer for the whole attempt does the work of these two.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function exchange(attempt: Attempt, stop: EventEmitter): Promise<Answer> {
    const { method, path, headers, body, target } = attempt;
    const response = await pool
      .request({ method, path, body, headers, signal: stop })
      .catch((cause: unknown) => {
        throw new ConnectionError(target, cause);
      });
    const status = response.statusCode;
    let text: string | null;
    try {
      text = await response.body.text();
    } catch (cause) {
      if (cause instanceof errors.ResponseExceededMaxSizeError && isSuccess(status)) {
        const problem = `the body is larger than ${limits.responseBytes} bytes`;
        throw new InvalidResponseError(target, { status, problem }, { cause });
      }
      if (isSuccess(status)) throw new ConnectionError(target, cause);
      text = null;
    }
    return { status, headers: response.headers, text, receivedAtMs: clock.now() };
  }

  return {
    send(attempt) {
      const { signal, target, timeoutMs } = attempt;
      return new Promise((resolve, reject) => {
        // An emitter is the cheapest signal undici takes: an AbortController alone costs 4 µs an attempt.
        // The promise is rejected here all the same, since undici leaves requests alone that have no socket yet.
        const stop = new EventEmitter();
        const giveUp = (reason: unknown): void => {
          settle();
          reject(reason);
          stop.emit('abort');
        };
        const abort = (): void => giveUp(signal?.reason);
        const cancelTimer = clock.after(timeoutMs, () =>
          giveUp(new TimeoutError(target, timeoutMs)),
        );
        const settle = (): void => {
          cancelTimer();
          signal?.removeEventListener('abort', abort);
        };
        signal?.addEventListener('abort', abort, { once: true });
        exchange(attempt, stop).then(resolve, reject).finally(settle);
      });
    },
    close: () => pool.destroy(),
  };
}
