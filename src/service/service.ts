import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../lib/clock.ts';
import { silentLogger, type Logger } from '../lib/logger.ts';
import { MEMORY } from '../lib/sqlite-url.ts';
import { createTeardown, type Teardown } from '../lib/teardown.ts';
import { createAccounts, MAIN_ACCOUNT } from './accounts.ts';
import { startCapabilities } from './capabilities.ts';
import type { Engine } from './engine/engine.ts';
import type { PropertyExecutor } from './property/executor.ts';
import { createServer } from './server.ts';
import { openStore } from './store/store.ts';
import type { AudioOptions } from './stream/audio-tagging.ts';

export interface ServiceDeps {
  apiKey: string;
  /** Further accounts: a name each, and its key. What an account stores, no other sees. */
  furtherKeys?: Readonly<Record<string, string>>;
  engine: Engine;
  /** The SQLite file of the service; `:memory:`, the default, is gone when it stops. */
  storePath?: string;
  /** What audio tagging works with; without a transcriber its sessions end and say so. */
  audio?: AudioOptions;
  /** Acts on properties; without one, actions are refused and settings only kept. */
  propertyExecutor?: PropertyExecutor;
  logger?: Logger;
  clock?: Clock;
  /** From 0 to 1; spreads retries. */
  random?: () => number;
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
  /** Both interfaces, `{base_url}` and `{console_url}`, are at this address. */
  start(options?: ListenOptions): Promise<{ baseUrl: string }>;
  /** Takes no new connection, answers what is under way, then resolves. Harmless when not started. */
  stop(): Promise<void>;
}

/** The embedded moderation service. It scores; whoever asked decides. */
export function createService({
  apiKey,
  furtherKeys = {},
  engine,
  storePath = MEMORY,
  audio = {},
  propertyExecutor,
  logger = silentLogger,
  clock = systemClock,
  random = Math.random,
  newUuid = randomUUID,
}: ServiceDeps): Service {
  const accounts = createAccounts({ [MAIN_ACCOUNT]: apiKey, ...furtherKeys });
  /** What is running, to be ended in the opposite order; null while nothing is. */
  let running: Teardown | null = null;

  async function start(
    { host = '127.0.0.1', port = 0 }: ListenOptions,
    teardown: Teardown,
  ): Promise<{ baseUrl: string }> {
    const database = await openStore(storePath);
    teardown.add('store', () => database.close());
    const routes = await startCapabilities({
      database,
      engine,
      audio,
      propertyExecutor: propertyExecutor ?? null,
      clock,
      random,
      newUuid,
      logger,
      teardown,
    });
    const server = createServer({ accounts, logger, clock, routes });
    teardown.add('server', () => server.close());
    return { baseUrl: await server.listen({ host, port }) };
  }

  return {
    async start(options = {}) {
      if (running !== null) throw new TypeError('the service is running already');
      const teardown = createTeardown(logger);
      running = teardown;
      try {
        return await start(options, teardown);
      } catch (error) {
        running = null;
        await teardown.run();
        throw error;
      }
    },
    async stop() {
      const teardown = running;
      running = null;
      await teardown?.run();
    },
  };
}
