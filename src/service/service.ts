import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../lib/clock.ts';
import { silentLogger, type Logger } from '../lib/logger.ts';
import { createTeardown } from '../lib/teardown.ts';
import { createAccounts, MAIN_ACCOUNT } from './accounts.ts';
import type { Engine } from './engine/engine.ts';
import { createLanguageDetector } from './language.ts';
import { addTextRoutes } from './routes/text.ts';
import { createServer } from './server.ts';
import { openStore } from './store/store.ts';

export interface ServiceDeps {
  apiKey: string;
  /** Further accounts: a name each, and its key. What an account stores, no other sees. */
  furtherKeys?: Readonly<Record<string, string>>;
  engine: Engine;
  /** The SQLite file of the service; `:memory:`, the default, is gone when it stops. */
  storePath?: string;
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
  storePath = ':memory:',
  logger = silentLogger,
  clock = systemClock,
  newUuid = randomUUID,
}: ServiceDeps): Service {
  const accounts = createAccounts({ [MAIN_ACCOUNT]: apiKey, ...furtherKeys });
  /** What is running, to be ended in the opposite order; null while nothing is. */
  let teardown: ReturnType<typeof createTeardown> | null = null;

  async function start(
    { host = '127.0.0.1', port = 0 }: ListenOptions,
    ending: ReturnType<typeof createTeardown>,
  ): Promise<{ baseUrl: string }> {
    const detectLanguage = await createLanguageDetector();
    const database = await openStore(storePath);
    ending.add('store', () => database.close());

    const server = createServer({
      accounts,
      logger,
      clock,
      addRoutes(api) {
        addTextRoutes(api, { engine, newUuid, detectLanguage, instanceId: newUuid() });
      },
      addConsoleRoutes() {},
    });
    ending.add('server', () => server.close());
    return { baseUrl: await server.listen({ host, port }) };
  }

  return {
    async start(options = {}) {
      if (teardown !== null) throw new TypeError('the service is running already');
      const ending = createTeardown(logger);
      teardown = ending;
      try {
        return await start(options, ending);
      } catch (error) {
        teardown = null;
        await ending.run();
        throw error;
      }
    },
    async stop() {
      const ending = teardown;
      teardown = null;
      await ending?.run();
    },
  };
}
