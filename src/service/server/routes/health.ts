import { VERSION } from '../../../shared/version.ts';
import { success, type Route } from '../route.ts';

/** For load balancers, without a key. `GET /healthz`: the process runs, in this version. `GET /readyz`: 503 while the store does not answer. */
export function healthRoutes(isReady: () => boolean): Route[] {
  const at = { area: 'health', method: 'GET' } as const;
  return [
    { ...at, path: '/healthz', answer: () => success({ state: 'up', version: VERSION }) },
    {
      ...at,
      path: '/readyz',
      answer() {
        const ready = isReady();
        const body = { ready, store: { state: ready ? 'up' : 'down' } };
        return { status: ready ? 200 : 503, headers: {}, body };
      },
    },
  ];
}
