import type { FastifyInstance } from 'fastify';

export interface PartHealth {
  readonly state: 'up' | 'down';
  /** Since when, in milliseconds since the Unix epoch. */
  readonly sinceMs: number;
  /** A sentence for the operator. */
  readonly detail?: string;
}

/** What the bot needs to do its work. */
export interface Readiness {
  readonly gateway: PartHealth;
  readonly service: PartHealth;
  readonly storage: PartHealth;
}

function shown({ sinceMs, ...health }: PartHealth): object {
  return { ...health, since: new Date(sinceMs).toISOString() };
}

/** `GET /healthz`: the process answers. `GET /readyz`: each part it needs; 503 when one is down. */
export function addHealthRoutes(app: FastifyInstance, readiness: () => Readiness): void {
  app.get('/healthz', () => ({ state: 'up' }));
  app.get('/readyz', (_request, reply) => {
    const { gateway, service, storage } = readiness();
    const isReady = [gateway, service, storage].every(({ state }) => state === 'up');
    return reply.code(isReady ? 200 : 503).send({
      ready: isReady,
      gateway: shown(gateway),
      service: shown(service),
      storage: shown(storage),
    });
  });
}
