import type { ServiceAnswer, ServiceRequest } from '../../service-api/exchange.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Accounts } from './accounts.ts';
import { AREAS } from './areas.ts';
import { refusalOf } from './refuse.ts';
import type { Route, RouteRequest } from './route.ts';

/** Finds routes and answers requests, for every way a request can come in. */
export interface Router {
  readonly routes: readonly Route[];
  /** Null: no route has this method and path. */
  find(method: string, path: string): FoundRoute | null;
  /** The methods that a path has. */
  methodsAt(path: string): string[];
  /** The account whose key came with a request. Throws an `HttpError` without a valid one. */
  admit(route: Route, headers: ServiceRequest['headers']): string;
  /** Never throws or rejects. Returns a promise only if the answer has to wait for something. */
  answer(route: Route, request: RouteRequest): ServiceAnswer | Promise<ServiceAnswer>;
}

export interface FoundRoute {
  readonly route: Route;
  readonly params: RouteRequest['params'];
}

/** Turns a path with parameters (`/a/:b`) into a regular expression with a group for each. */
function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

export function createRouter(deps: {
  routes: readonly Route[];
  accounts: Accounts;
  logger: Logger;
}): Router {
  const { routes, accounts, logger } = deps;
  const isFixed = ({ path }: Route): boolean => !path.includes(':');
  const fixed = new Map(
    routes
      .filter(isFixed)
      .map((route): [string, FoundRoute] => [
        `${route.method} ${route.path}`,
        { route, params: {} },
      ]),
  );
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  const withParameters = patterns.filter(({ route }) => !isFixed(route));

  return {
    routes,
    find(method, path) {
      const found = fixed.get(`${method} ${path}`);
      if (found !== undefined) return found;
      for (const { route, pattern } of withParameters) {
        const groups = route.method === method ? pattern.exec(path)?.groups : undefined;
        if (groups !== undefined) return { route, params: decoded(groups) };
      }
      return null;
    },
    // Two routes may match one path: `/stream/tag` and `/stream/:convoId`.
    methodsAt(path) {
      const matching = patterns.filter(({ pattern }) => pattern.test(path));
      return [...new Set(matching.map(({ route }) => route.method))];
    },
    admit: (route, headers) => AREAS[route.area].admit(headers, accounts),
    answer(route, request) {
      try {
        const answer = route.answer(request);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => refusalOf(error, route, logger));
      } catch (error) {
        return refusalOf(error, route, logger);
      }
    },
  };
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}
