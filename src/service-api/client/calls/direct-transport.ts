import type { Clock } from '../../../shared/clock.ts';
import type { Exchange, ServiceAnswer } from '../../exchange.ts';
import { ConnectionError, TimeoutError } from '../errors.ts';
import type { Answer, Attempt, Transport } from './transport.ts';

export interface DirectTransportOptions {
  exchange: Exchange;
  /** Sent with every request: alternating names and values. */
  headers: readonly string[];
  clock: Clock;
}

/** Calls the service in the same process: the same requests and answers as over HTTP, without sockets and parsing. */
export function createDirectTransport(options: DirectTransportOptions): Transport {
  const { exchange, clock } = options;
  const common = recordOf(options.headers);
  /** Callbacks that fail the attempts in progress. */
  const pending = new Set<() => void>();
  let isClosed = false;

  function read({ status, headers, body }: ServiceAnswer): Answer {
    return {
      status,
      json: body,
      retryAfter: headers['retry-after'],
      receivedAtMs: clock.now(),
    };
  }

  function begin({ method, path, headers, body, target }: Attempt) {
    if (isClosed) throw closed(target);
    try {
      return exchange({
        method,
        path,
        headers: headers === undefined ? common : { ...common, ...recordOf(headers) },
        body: body?.value,
        bodyBytes: body?.bytes ?? 0,
      });
    } catch (cause) {
      throw new ConnectionError(target, cause);
    }
  }

  /** Behaves like a closed socket: the service may go on, but its answer is dropped. */
  function waitFor(answer: Promise<ServiceAnswer>, attempt: Attempt): Promise<Answer> {
    const { signal, target, timeoutMs } = attempt;
    return new Promise((resolve, reject) => {
      const fail = (reason: unknown): void => {
        settle();
        reject(reason);
      };
      const abort = (): void => fail(signal?.reason);
      const close = (): void => fail(closed(target));
      const cancelTimer = clock.after(timeoutMs, () => fail(new TimeoutError(target, timeoutMs)));
      const settle = (): void => {
        cancelTimer();
        signal?.removeEventListener('abort', abort);
        pending.delete(close);
      };
      signal?.addEventListener('abort', abort, { once: true });
      pending.add(close);
      void answer
        .then(read)
        .then(resolve, (cause: unknown) => reject(new ConnectionError(target, cause)))
        .finally(settle);
    });
  }

  return {
    isOfThisBuild: true,
    send(attempt) {
      const answer = begin(attempt);
      return answer instanceof Promise ? waitFor(answer, attempt) : read(answer);
    },
    async close() {
      isClosed = true;
      for (const end of pending) end();
    },
  };
}

function closed(target: string): ConnectionError {
  return new ConnectionError(target, new Error('the client was closed'));
}

function recordOf(headers: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    record[headers[index] ?? ''] = headers[index + 1] ?? '';
  }
  return record;
}
