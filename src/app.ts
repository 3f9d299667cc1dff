import { explainServiceFailure } from '../commands/explain.ts';
import { commands, components } from '../commands/index.ts';
import { createEvents, type EventsSide } from './app/events.ts';
import { forgetKeywords } from './app/forget-keywords.ts';
import { measuredText } from './app/measure.ts';
import { keepPurged } from './app/purge.ts';
import { serviceOf } from './app/service.ts';
import { createCharts } from './charts/charts.ts';
import { createClient, type ModerationClient } from './client/client.ts';
import type { Config } from './config/config.ts';
import { createAlerts } from './discord/alerts.ts';
import { createExecutor } from './discord/executor.ts';
import { createGateway } from './discord/gateway.ts';
import { createHistory } from './discord/history.ts';
import { createDispatch } from './discord/interactions/dispatch.ts';
import type { InteractionEvent } from './discord/interactions/observed.ts';
import { createPropertyExecutor } from './discord/property-executor.ts';
import { hintAtRegistration } from './discord/registration/hint.ts';
import { createReverser } from './discord/reverse.ts';
import { createShadowExecutor } from './discord/shadow-executor.ts';
import { createMetrics } from './http/metrics.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import { AppError } from './lib/errors.ts';
import type { Logger } from './lib/logger.ts';
import { createTeardown } from './lib/teardown.ts';
import type { Keywords } from './moderation/keywords.ts';
import type { Cases, Policies } from './moderation/ports.ts';
import { createModerator } from './moderator.ts';
import type { MessageEvent } from './pipeline/outcome.ts';
import { createExaminer } from './pipeline/examiner.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createCases } from './storage/cases.ts';
import { createCheckpoints } from './storage/checkpoints.ts';
import { openDatabase } from './storage/database.ts';
import { createInsightsJobs } from './storage/insights-jobs.ts';
import { createKeywords } from './storage/keywords.ts';
import { createPardons } from './storage/pardons.ts';
import { createPolicies } from './storage/policies.ts';
import { claimState } from './storage/sole-use.ts';
import { openStateKey } from './storage/state-key.ts';
import { createTaggingSessions } from './storage/tagging-sessions.ts';

/** How long a stop waits for messages in flight; the rest of the ten seconds is for closing. */
const DRAIN_MS = 8000;

export interface AppDeps {
  logger: Logger;
  clock?: Clock;
  random?: () => number;
  /** Hears what became of each message. Must be cheap. */
  observe?: (event: MessageEvent) => void;
  /** Hears what became of each command and click. Must be cheap. */
  observeInteraction?: (event: InteractionEvent) => void;
}

/** What can be asked of a running bot. */
export interface Running {
  readonly policies: Policies;
  readonly cases: Cases;
  readonly keywords: Keywords;
  readonly service: Pick<ModerationClient, 'addons'>;
  readonly events: Pick<EventsSide, 'inbox' | 'keywordHits' | 'readiness' | 'webhookState'>;
  /** Where the bot listens on this machine, and where events of the service are posted to it. */
  readonly url: string;
  readonly webhookUrl: string;
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
    teardown.add('claim of the state', await claimState(config.stateUrl));
    const database = await openDatabase(config.stateUrl, logger);
    teardown.add('database', () => database.close());
    teardown.add('purge', keepPurged(database, { clock, logger }));

    const metrics = createMetrics({ clock, logger });
    const gateway = createGateway({
      ...config.discord,
      clock,
      logger,
      observeInvalid(status) {
        if (status === 429) metrics.discordRateLimited();
        else metrics.discordRequestRefused(status);
      },
    });
    const { client } = gateway;
    const stored = createPolicies(database, logger);
    const policies: Policies = {
      get: stored.get,
      async set(guildId, policy) {
        await stored.set(guildId, policy);
        events.wake(guildId);
      },
      async update(guildId, change) {
        const changed = await stored.update(guildId, change);
        events.wake(guildId);
        return changed;
      },
    };

    const propertyExecutor = createPropertyExecutor({ client, clock, policies });
    const { url, consoleUrl, apiKey } = await serviceOf({
      config,
      propertyExecutor,
      teardown,
      logger,
    });
    const service = createClient({ baseUrl: url, consoleUrl, apiKey, clock, random });
    teardown.add('client', () => service.close());

    const cases = createCases(database, logger);
    const keywords = createKeywords(database, logger);
    const stateKey = openStateKey(config.stateUrl);
    const tagging = createTaggingSessions({ database, stateKey, logger });
    const pardons = createPardons(database, logger);
    const { moderatorChannel } = config;
    const alerts = createAlerts({ client, policies, moderatorChannel, clock, logger });
    const history = createHistory({ client, logger });
    const pipeline = createPipeline({
      moderator: createModerator(measuredText(service.text, metrics, clock)),
      executors: {
        enforce: createExecutor({ client, clock }),
        shadow: createShadowExecutor({ client, clock }),
      },
      reverser: createReverser({ client, clock }),
      alerts,
      history,
      policies,
      cases,
      pardons,
      checkpoints: createCheckpoints(database, logger),
      clock,
      random,
      logger,
      observe(event) {
        metrics.messageHandled(event.outcome.kind);
        observe?.(event);
      },
      observeEffect: ({ kind }, { status }) => metrics.effectDone(kind, status),
    });
    const events = createEvents({
      config,
      database,
      client,
      service,
      policies,
      places: tagging,
      keywords,
      pipelineStatus: pipeline.status,
      metrics,
      clock,
      random,
      logger,
    });
    teardown.add('gateway', () => gateway.close());
    teardown.add('pipeline', async () => {
      await Promise.all([
        pipeline.stop({ deadlineMs: DRAIN_MS }),
        events.stop({ deadlineMs: DRAIN_MS }),
      ]);
    });
    const charts = createCharts();
    teardown.add('charts', () => charts.close());
    const dispatch = createDispatch({
      client,
      commands,
      components,
      deps: {
        service,
        policies,
        cases,
        clock,
        logger,
        examiner: createExaminer({
          moderator: createModerator({ moderate: (sample) => service.text.preview(sample) }),
          history,
          policies,
          cases,
          pardons,
        }),
        rulings: pipeline.rulings,
        keywordHits: events.keywordHits,
        keywords,
        tagging,
        inbox: events.inbox,
        insightsJobs: createInsightsJobs(database, logger),
        charts,
        webhookUrl: () => events.webhookUrl(),
        announce: (guildId, text) => void alerts.announce(guildId, text),
        pipelineStatus: () => pipeline.status(),
        webhookState: () => events.webhookState(),
        moderatorChannel,
      },
      clock,
      logger,
      explain: explainServiceFailure,
      observe(event) {
        metrics.interactionEnded(event);
        deps.observeInteraction?.(event);
      },
    });
    teardown.add('dispatch', () => dispatch.stop());
    dispatch.start();
    const { url: listenerUrl, webhookUrl } = await events.start();
    const connected = gateway.connect({
      onMessage: (snapshot) => pipeline.submit(snapshot),
      onGuildAvailable: (guildId, channels, joinedAt) =>
        pipeline.watch(guildId, channels, joinedAt),
      onThreadsOpened: (guildId, threads) => pipeline.watchThreads(guildId, threads),
      onGuildRemoved(guildId) {
        pipeline.forget(guildId);
        void forgetKeywords(guildId, { keywords, service, logger });
      },
      onEnded: (error) => end(error),
    });
    // Discord may let it wait for as long as it likes.
    await Promise.race([connected, givenUp]);
    pipeline.start();
    if (client.isReady()) {
      void hintAtRegistration({ client, commands: commands.map(({ data }) => data), logger });
    }
    return { policies, cases, keywords, service, events, url: listenerUrl, webhookUrl };
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
