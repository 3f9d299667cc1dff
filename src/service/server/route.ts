import type { ServiceAnswer } from '../../service-api/exchange.ts';
import type { AreaName } from './areas.ts';

/** A request to a route whose key is valid. */
export interface RouteRequest {
  readonly account: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** A JSON value that is not validated yet. */
  readonly body: unknown;
}

/** One route of the interface. The same function answers over HTTP and within the process. */
export interface Route {
  readonly area: AreaName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` is a parameter. */
  readonly path: string;
  /** May throw an `HttpError`. */
  answer(request: RouteRequest): ServiceAnswer | Promise<ServiceAnswer>;
}

const NO_HEADERS: ServiceAnswer['headers'] = {};

export function success(body: unknown): ServiceAnswer {
  return { status: 200, headers: NO_HEADERS, body };
}

/** A refusal that says when to try again. */
export function tryLater(seconds: number, body: unknown): ServiceAnswer {
  return { status: 429, headers: { 'retry-after': String(seconds) }, body };
}
