import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../shared/clock.ts';
import { silentLogger, type Logger } from '../shared/logger.ts';
import { MEMORY } from '../shared/sqlite-url.ts';
import { createTeardown, type Teardown } from '../shared/tasks/teardown.ts';
import type { ListenOptions, Service } from '../service-api/embedded-service.ts';
import { SEARCH_INTERVAL_MS } from '../service-api/schemas/statistics.ts';
import { createAccounts, MAIN_ACCOUNT } from './server/accounts.ts';
import { startCapabilities } from './capabilities.ts';
import type { CompatibleOptions } from './compatible.ts';
import type { Engine } from './engine/engine.ts';
import type { PropertyExecutor } from '../service-api/property-executor.ts';
import { closedExchange, createDirectEntrance } from './server/direct.ts';
import { createRouter } from './server/router.ts';
import { createServiceServer, type ServerDeps } from './server/server.ts';
import type { Exchange } from '../service-api/exchange.ts';
import { eraseFromStore } from './store/erasure.ts';
import { openStore } from './store/store.ts';
import type { ServiceDatabase } from './store/tables.ts';
import type { AudioOptions } from './stream/audio-tagging.ts';

export interface ServiceDeps {
  apiKey: string;
  /** Accounts beside those in the store: name to key. Accounts can't see each other's data. */
  furtherKeys?: Readonly<Record<string, string>>;
  engine: Engine;
  /** `sqlite:` or `postgres:`. The default, in memory, is lost on stop. */
  stateUrl?: string;
  /** Minimum time between two statistics searches of an account. Default: two minutes. 0: no limit. */
  searchIntervalMs?: number;
  /** Audio tagging options; without a transcriber, sessions end with an explanation. */
  audio?: AudioOptions;
  /** Also serves Perspective's and OpenAI's interfaces. Default: off. */
  compatible?: CompatibleOptions;
  /** Acts on properties; without one, actions are refused and settings only stored. */
  propertyExecutor?: PropertyExecutor;
  logger?: Logger;
  clock?: Clock;
  /** Returns 0 to below 1; adds jitter to retries. */
  random?: () => number;
  /** Creates the ids of results and service runs. */
  newUuid?: () => string;
}

/** The embedded moderation service. It only scores texts; the caller decides what to do. */
export function createService({
  apiKey,
  furtherKeys = {},
  engine,
  stateUrl = `sqlite:${MEMORY}`,
  searchIntervalMs = SEARCH_INTERVAL_MS,
  audio = {},
  compatible,
  propertyExecutor,
  logger = silentLogger,
  clock = systemClock,
  random = Math.random,
  newUuid = randomUUID,
}: ServiceDeps): Service {
  const accounts = createAccounts({ [MAIN_ACCOUNT]: apiKey, ...furtherKeys });
  /** Stops everything started, in reverse order; null while the service isn't running. */
  let running: Teardown | null = null;
  let opened: { store: ServiceDatabase; flush: () => Promise<void> } | null = null;

  let exchange: Exchange = closedExchange;

  /** Opens the store and the direct entrance for this process. */
  async function open(
    teardown: Teardown,
  ): Promise<Pick<ServerDeps, 'router' | 'addCompatibleRoutes'>> {
    const database = await openStore(stateUrl, logger);
    teardown.add('store', () => database.destroy());
    const { routes, addCompatibleRoutes, flush } = await startCapabilities({
      database,
      accounts,
      engine,
      searchIntervalMs,
      audio,
      compatible: compatible ?? null,
      propertyExecutor: propertyExecutor ?? null,
      clock,
      random,
      newUuid,
      logger,
      teardown,
    });
    opened = { store: database, flush };
    teardown.add('erasure', async () => {
      opened = null;
    });
    const router = createRouter({ routes, accounts, logger });
    const entrance = createDirectEntrance({ router, clock, logger });
    ({ exchange } = entrance);
    teardown.add('entrance', async () => {
      await entrance.close();
      exchange = closedExchange;
    });
    return { router, addCompatibleRoutes };
  }

  async function listen(
    routes: Pick<ServerDeps, 'router' | 'addCompatibleRoutes'>,
    { host = '127.0.0.1', port = 0 }: ListenOptions,
    teardown: Teardown,
  ): Promise<{ baseUrl: string }> {
    const server = createServiceServer({ ...routes, logger, clock });
    teardown.add('server', () => server.close());
    return { baseUrl: await server.listen({ host, port }) };
  }

  /** Undoes everything if a part fails to start. */
  async function begin<T>(run: (teardown: Teardown) => Promise<T>): Promise<T> {
    if (running !== null) throw new TypeError('the service is running already');
    const teardown = createTeardown(logger);
    running = teardown;
    try {
      return await run(teardown);
    } catch (error) {
      running = null;
      await teardown.run();
      throw error;
    }
  }

  return {
    exchange: (request) => exchange(request),
    open: () =>
      begin(async (teardown) => {
        await open(teardown);
      }),
    start: (options = {}) =>
      begin(async (teardown) => listen(await open(teardown), options, teardown)),
    async stop() {
      const teardown = running;
      running = null;
      await teardown?.run();
    },
    async erase(scope) {
      if (opened === null) throw new TypeError('the service is not running');
      await opened.flush();
      await eraseFromStore(opened.store, scope);
    },
  };
}
