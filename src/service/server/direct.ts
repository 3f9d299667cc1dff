import {
  SERVICE_NOT_RUNNING,
  type Exchange,
  type ServiceAnswer,
  type ServiceRequest,
} from '../../service-api/exchange.ts';
import { sleep, type Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { DRAIN_TIMEOUT_MS, MAX_BODY_BYTES } from './http-limits.ts';
import { refusalOf, tooLarge, unroutedAnswer } from './refuse.ts';
import type { Router } from './router.ts';
import type { Logger } from '../../shared/logger.ts';

class ServiceNotRunningError extends AppError {
  readonly code = SERVICE_NOT_RUNNING;

  constructor() {
    super('The service is not running.');
  }
}

/** Receives calls from the same process. */
export interface DirectEntrance {
  readonly exchange: Exchange;
  /** Accepts no more requests, and resolves once those in progress are answered, or after `DRAIN_TIMEOUT_MS`. */
  close(): Promise<void>;
}

export function createDirectEntrance(deps: {
  router: Router;
  clock: Clock;
  logger: Logger;
}): DirectEntrance {
  const { router, clock, logger } = deps;
  const inProgress = new Set<Promise<ServiceAnswer>>();
  let isClosed = false;

  /** Checks in the same order as over HTTP: the route, the key, the size of the body. */
  function answer(request: ServiceRequest): ServiceAnswer | Promise<ServiceAnswer> {
    const { method, headers, body } = request;
    const queryAt = request.path.indexOf('?');
    const path = queryAt < 0 ? request.path : request.path.slice(0, queryAt);
    const found = router.find(method, path);
    if (found === null) return unroutedAnswer(router.methodsAt(path), { method, path });
    const { route, params } = found;
    let account: string;
    try {
      account = router.admit(route, headers);
    } catch (error) {
      return refusalOf(error, route, logger);
    }
    if (request.bodyBytes > MAX_BODY_BYTES) return tooLarge(route);
    const query = queryAt < 0 ? NO_QUERY : queryOf(request.path.slice(queryAt));
    return router.answer(route, { account, params, query, body });
  }

  return {
    exchange(request) {
      if (isClosed) throw new ServiceNotRunningError();
      const answered = answer(request);
      if (answered instanceof Promise) {
        inProgress.add(answered);
        void answered.finally(() => inProgress.delete(answered));
      }
      return answered;
    },
    async close() {
      isClosed = true;
      if (inProgress.size === 0) return;
      const drained = new AbortController();
      await Promise.race([Promise.all(inProgress), sleep(clock, DRAIN_TIMEOUT_MS, drained.signal)]);
      drained.abort();
    },
  };
}

/** Answers for a service that is not running. */
export const closedExchange: Exchange = () => {
  throw new ServiceNotRunningError();
};

const NO_QUERY: Readonly<Record<string, unknown>> = {};

function queryOf(search: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(search));
}
