import type { FastifyInstance } from 'fastify';

export interface PartHealth {
  readonly state: 'up' | 'down';
  /** When the state last changed, in milliseconds since the Unix epoch. */
  readonly sinceMs: number;
  /** Shown to the operator. */
  readonly detail?: string;
}

/** The parts that the bot needs to work. */
export interface Readiness {
  readonly gateway: PartHealth;
  readonly service: PartHealth;
  readonly storage: PartHealth;
}

function toResponse({ sinceMs, ...health }: PartHealth): object {
  return { ...health, since: new Date(sinceMs).toISOString() };
}

/** `GET /healthz`: the process is running. `GET /readyz`: the state of each part; 503 if one is down. */
export function addHealthRoutes(app: FastifyInstance, readiness: () => Readiness): void {
  app.get('/healthz', () => ({ state: 'up' }));
  app.get('/readyz', (_request, reply) => {
    const { gateway, service, storage } = readiness();
    const isReady = [gateway, service, storage].every(({ state }) => state === 'up');
    return reply.code(isReady ? 200 : 503).send({
      ready: isReady,
      gateway: toResponse(gateway),
      service: toResponse(service),
      storage: toResponse(storage),
    });
  });
}
