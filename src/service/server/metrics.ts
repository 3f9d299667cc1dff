import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../../shared/version.ts';

const PREFIX = 'portcullis_service_';
const MS_PER_SECOND = 1_000;
const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** The interfaces by which scored comments are counted. */
export type MeteredInterface = 'perspective' | 'openai' | 'batch';

export interface ServiceMetrics {
  commentsScored(through: MeteredInterface, count: number): void;
}

/**
 * `GET /metrics` in Prometheus' format, without a key: process metrics, requests by route and status, and scored comments. Labels
 * have few distinct values, so they never name an account.
 */
export function addMetrics(app: FastifyInstance): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: 'Requests by route and status',
    labelNames: ['route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: `${PREFIX}request_seconds`,
    help: 'Time to the end of the response',
    labelNames: ['route'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  new Gauge({
    name: `${PREFIX}build_info`,
    help: 'Always 1; its label is the version',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1);
  const comments = new Counter({
    name: `${PREFIX}comments_total`,
    help: 'Scored comments by interface',
    labelNames: ['interface'],
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    requests.inc({ route, status: reply.statusCode });
    seconds.observe({ route }, reply.elapsedTime / MS_PER_SECOND);
    done();
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return {
    commentsScored: (through, count) => comments.inc({ interface: through }, count),
  };
}
