import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { systemClock, type Clock } from '../lib/clock.ts';
import { silentLogger, type Logger } from '../lib/logger.ts';
import type { Engine } from './engine/engine.ts';
import { createLanguageDetector } from './language.ts';
import { createServer } from './server.ts';

export interface ServiceDeps {
  apiKey: string;
  engine: Engine;
  logger?: Logger;
  clock?: Clock;
  /** Names results and runs of the service. */
  newUuid?: () => string;
}

export interface ListenOptions {
  /** Loopback unless told otherwise. */
  host?: string;
  /** 0, the default: any free one. */
  port?: number;
}

export interface Service {
  start(options?: ListenOptions): Promise<{ baseUrl: string }>;
  /** Takes no new connection, answers what is under way, then resolves. Harmless when not started. */
  stop(): Promise<void>;
}

/** The embedded moderation service. It scores; whoever asked decides. */
export function createService({
  apiKey,
  engine,
  logger = silentLogger,
  clock = systemClock,
  newUuid = randomUUID,
}: ServiceDeps): Service {
  if (apiKey === '') throw new TypeError('the service needs an API key that is not empty');
  let app: FastifyInstance | null = null;

  return {
    async start({ host = '127.0.0.1', port = 0 } = {}) {
      if (app !== null) throw new TypeError('the service is running already');
      const detectLanguage = await createLanguageDetector();
      const server = createServer({
        apiKey,
        engine,
        logger,
        clock,
        newUuid,
        detectLanguage,
        instanceId: newUuid(),
      });
      const baseUrl = await server.listen({ host, port });
      app = server;
      return { baseUrl };
    },
    async stop() {
      const server = app;
      app = null;
      await server?.close();
    },
  };
}
