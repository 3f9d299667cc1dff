import { EventEmitter } from 'node:events';
import { Pool, errors } from 'undici';
import type { Clock } from '../../../shared/clock.ts';
import { isSuccess } from './read-answer.ts';
import type { Answer, Attempt, Transport } from './transport.ts';
import { ConnectionError, InvalidResponseError, TimeoutError } from '../errors.ts';
import type { CallLimits } from './call-limits.ts';

export interface HttpTransportOptions {
  /** `{base_url}` or `{console_url}`. May have a path. */
  baseUrl: string;
  /** Sent with every request, such as credentials: alternating names and values. */
  headers: readonly string[];
  /** Removes from a body what the service must not repeat. */
  strike: (text: string) => string;
  clock: Clock;
  limits: CallLimits;
}

/** Sends requests over kept-alive connections. Does not follow redirects. */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const { baseUrl, strike, clock, limits } = options;
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  // Lists of names and values are undici's fastest format.
  const withoutBody = ['accept', 'application/json', ...options.headers];
  const withBody = ['content-type', 'application/json', ...withoutBody];
  const pool = new Pool(origin, {
    connections: limits.connections,
    keepAliveTimeout: limits.idleSocketMs,
    connect: { timeout: limits.attemptMs },
    maxResponseSize: limits.responseBytes,
    // The attempt's own timer replaces these two.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function exchange(attempt: Attempt, stop: EventEmitter): Promise<Answer> {
    const { method, path, body, target } = attempt;
    const common = body === null ? withoutBody : withBody;
    const response = await pool
      .request({
        method,
        path: prefix + path,
        body: body?.text ?? null,
        headers: attempt.headers === undefined ? common : [...common, ...attempt.headers],
        signal: stop,
      })
      .catch((cause: unknown) => {
        throw new ConnectionError(target, cause);
      });
    const { statusCode: status, headers } = response;
    let text: string | null;
    try {
      text = strike(await response.body.text());
    } catch (cause) {
      if (cause instanceof errors.ResponseExceededMaxSizeError && isSuccess(status)) {
        const problem = `the body is larger than ${limits.responseBytes} bytes`;
        throw new InvalidResponseError(target, { status, problem }, { cause });
      }
      if (isSuccess(status)) throw new ConnectionError(target, cause);
      text = null;
    }
    const { 'retry-after': retryAfter } = headers;
    return {
      status,
      json: isSuccess(status) ? readJson(target, { status, headers, text }) : readRefusal(text),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      receivedAtMs: clock.now(),
    };
  }

  return {
    isOfThisBuild: false,
    send(attempt) {
      const { signal, target, timeoutMs } = attempt;
      return new Promise((resolve, reject) => {
        // An emitter is undici's cheapest signal: an AbortController costs 4 µs per attempt.
        // Also reject here, because undici does not abort requests that wait for a socket.
        const stop = new EventEmitter();
        const abortWith = (reason: unknown): void => {
          settle();
          reject(reason);
          stop.emit('abort');
        };
        const abort = (): void => abortWith(signal?.reason);
        const cancelTimer = clock.after(timeoutMs, () =>
          abortWith(new TimeoutError(target, timeoutMs)),
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

/** A raw response with its body decoded as UTF-8. */
interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Null: the body of an error response could not be read. */
  text: string | null;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** The JSON value of a successful response; undefined: the body is empty. Throws if it is something else. */
function readJson(target: string, { status, headers, text }: HttpResponse): unknown {
  const invalid = (problem: string): InvalidResponseError =>
    new InvalidResponseError(target, { status, problem });

  if (text === null || text === '') return undefined;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw invalid(`unexpected content encoding ${quote(encoding)}`);
  }
  const type = headers['content-type'];
  if (type !== undefined && !JSON_TYPE.test(String(type))) {
    throw invalid(`expected JSON, got ${quote(type)} (${text.length} characters)`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // Don't keep the parser's error, because it quotes the body.
    throw invalid(`the body is not valid JSON (${text.length} characters)`);
  }
}

/** A header's value, safe for a message. */
function quote(value: string | string[]): string {
  return JSON.stringify(String(value).slice(0, 60));
}

/** The JSON value of an error response; undefined: it has none, and the status alone describes the error. */
function readRefusal(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
