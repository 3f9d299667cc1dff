import type { FastifyInstance } from 'fastify';

/** For load balancers, without a key. `GET /healthz`: the process runs. `GET /readyz`: 503 while the store does not answer. */
export function addHealthRoutes(app: FastifyInstance, isReady: () => boolean): void {
  app.get('/healthz', () => ({ state: 'up' }));
  app.get('/readyz', (_request, reply) => {
    const ready = isReady();
    return reply.code(ready ? 200 : 503).send({ ready, store: { state: ready ? 'up' : 'down' } });
  });
}
