import { randomBytes } from 'node:crypto';
import { createClient } from './client/client.ts';
import type { Config, ServiceConfig } from './config/config.ts';
import { createAlerts } from './discord/alerts.ts';
import { createExecutor } from './discord/executor.ts';
import { createGateway } from './discord/gateway.ts';
import { createHistory } from './discord/history.ts';
import { createPropertyExecutor, type PropertyExecutor } from './discord/property-executor.ts';
import { createShadowExecutor } from './discord/shadow-executor.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import { AppError } from './lib/errors.ts';
import type { Logger } from './lib/logger.ts';
import { pathBeside, sqlitePath } from './lib/sqlite-url.ts';
import { createTeardown } from './lib/teardown.ts';
import type { Cases, Policies } from './moderation/ports.ts';
import { createModerator } from './moderator.ts';
import type { MessageEvent } from './pipeline/outcome.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createTrainedEngine } from './service/engine/trained-engine.ts';
import { createService } from './service/service.ts';
import { createCases } from './storage/cases.ts';
import { createCheckpoints } from './storage/checkpoints.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { createPolicies } from './storage/policies.ts';

/** How long a stop waits for messages in flight; the rest of the ten seconds is for closing. */
const DRAIN_MS = 8000;

const PURGE_EVERY_MS = 60 * 60 * 1000;

export interface AppDeps {
  logger: Logger;
  clock?: Clock;
  random?: () => number;
  /** Hears what became of each message. Must be cheap. */
  observe?: (event: MessageEvent) => void;
}

/** What can be asked of a running bot. */
export interface Running {
  readonly policies: Policies;
  readonly cases: Cases;
}

/** The whole bot. */
export interface App {
  /** Resolves when the bot listens. What was started before a failure is ended again, then the failure is thrown. */
  start(): Promise<Running>;
  /**
   * Lets what is in flight end (at most 8 s) and ends everything. What is left is caught up at the next start.
   * A start that is not over is given up, and throws.
   */
  stop(): Promise<void>;
  /** Resolves, if ever, when Discord has ended the session for good; the bot then does nothing more. */
  readonly ended: Promise<AppError>;
}

class StartGivenUpError extends AppError {
  readonly code = 'app_start_given_up';

  constructor() {
    super('The bot was stopped before it had started.');
  }
}

/** The composition root: every part is made here, and given what it needs. */
export function createApp(config: Config, deps: AppDeps): App {
  const { logger, clock = systemClock, random = Math.random, observe } = deps;
  const teardown = createTeardown(logger);
  let end: (error: AppError) => void;
  const ended = new Promise<AppError>((resolve) => {
    end = resolve;
  });
  let started: Promise<Running> | null = null;
  let giveUp: (error: AppError) => void;
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  // After the start nobody looks at it any more.
  givenUp.catch(() => undefined);

  async function start(): Promise<Running> {
    const database = await openDatabase(config.stateUrl, logger);
    teardown.add('database', () => database.close());
    teardown.add('purge', keepPurged(database));

    const gateway = createGateway({ ...config.discord, clock, logger });
    const { client } = gateway;
    const policies = createPolicies(database, logger);

    const propertyExecutor = createPropertyExecutor({ client, clock, policies });
    const { url, consoleUrl, apiKey } = await serviceOf(config.service, propertyExecutor);
    const service = createClient({ baseUrl: url, consoleUrl, apiKey, clock, random });
    teardown.add('client', () => service.close());

    const cases = createCases(database, logger);
    const pipeline = createPipeline({
      moderator: createModerator(service.text),
      executors: {
        enforce: createExecutor({ client, clock }),
        shadow: createShadowExecutor({ client, clock }),
      },
      alerts: createAlerts({
        client,
        policies,
        moderatorChannel: config.moderatorChannel,
        clock,
        logger,
      }),
      history: createHistory({ client, logger }),
      policies,
      cases,
      checkpoints: createCheckpoints(database, logger),
      clock,
      random,
      logger,
      ...(observe === undefined ? {} : { observe }),
    });
    teardown.add('gateway', () => gateway.close());
    teardown.add('pipeline', () => pipeline.stop({ deadlineMs: DRAIN_MS }));
    const connected = gateway.connect({
      onMessage: (snapshot) => pipeline.submit(snapshot),
      onGuildAvailable: (guildId, channels) => pipeline.watch(guildId, channels),
      onThreadsOpened: (guildId, threads) => pipeline.watch(guildId, threads),
      onGuildRemoved: (guildId) => pipeline.forget(guildId),
      onEnded: (error) => end(error),
    });
    // Discord may let it wait for as long as it likes.
    await Promise.race([connected, givenUp]);
    pipeline.start();
    return { policies, cases };
  }

  /** Removes evidence and other records past their time, now and every hour. */
  function keepPurged(database: Database): () => Promise<void> {
    let cancel: () => void;
    let purging: Promise<void>;
    async function purge(): Promise<void> {
      try {
        const removed = await database.purge(clock.now());
        if (removed > 0) logger.info({ removed }, 'records past their time were removed');
      } catch (error) {
        logger.error({ err: error }, 'records past their time could not be removed');
      }
    }
    function begin(): void {
      cancel = clock.after(PURGE_EVERY_MS, begin);
      purging = purge();
    }
    begin();
    return () => {
      cancel();
      return purging;
    };
  }

  /** The service to ask: someone else's, or ours, started here and reached over HTTP like any other. */
  async function serviceOf(
    chosen: ServiceConfig,
    propertyExecutor: PropertyExecutor,
  ): Promise<{ url: string; consoleUrl: string | undefined; apiKey: string }> {
    if (chosen.kind === 'remote') return chosen;
    const apiKey = randomBytes(32).toString('base64url');
    const embedded = createService({
      apiKey,
      engine: createTrainedEngine(),
      storePath: pathBeside(sqlitePath(config.stateUrl), 'service'),
      audio: config.audio,
      propertyExecutor,
      logger,
    });
    const { baseUrl } = await embedded.start();
    teardown.add('embedded service', () => embedded.stop());
    return { url: baseUrl, consoleUrl: baseUrl, apiKey };
  }

  async function startOrEnd(): Promise<Running> {
    try {
      return await start();
    } catch (error) {
      await teardown.run();
      throw error;
    }
  }

  return {
    ended,
    start: () => (started = startOrEnd()),
    async stop() {
      giveUp(new StartGivenUpError());
      await started?.catch(() => undefined);
      await teardown.run();
    },
  };
}
