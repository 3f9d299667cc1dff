import { createCharts } from '../charts/charts.ts';
import { createModerationClient, type ModerationClient } from '../../service-api/client/client.ts';
import { secretsRequest } from '../../service-api/client/groups/addons.ts';
import type { CreateEmbeddedService } from '../../service-api/embedded-service.ts';
import type { Config } from '../config/config.ts';
import { planGroups, type GroupPlan } from './shards/plan-groups.ts';
import type { ProcessParts } from './shards/process-parts.ts';
import { startPurge } from '../retention/purge.ts';
import { routeProperties } from './shards/route-properties.ts';
import { connectService, type EmbeddedService } from './connected-service.ts';
import { createShardGroup, type ShardGroup } from './shards/shard-group.ts';
import { takeGroups } from './shards/take-groups.ts';
import { TOPICS } from '../leases/topic-names.ts';
import { warnOfSharedLimits } from './warn-of-shared-limits.ts';
import { watchProcess } from './watch-process.ts';
import { createWebhooks, type Webhooks } from '../webhooks/registration/webhooks.ts';
import { guildOfChannel, recommendedShards } from '../gateway/before-login.ts';
import { createInvalidRequestLimit } from '../rest/invalid-requests.ts';
import type { InteractionEvent } from '../interactions/interaction-event.ts';
import { createMetrics } from '../listener/metrics.ts';
import type { Readiness } from '../listener/health.ts';
import { createEventIntake } from '../webhooks/delivery/event-intake.ts';
import type { Holder, Lease } from '../leases/leases.ts';
import { openLeases } from './open-leases.ts';
import { systemClock, type Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Schedule } from '../../shared/tasks/schedule.ts';
import { createTeardown } from '../../shared/tasks/teardown.ts';
import type { Keywords } from '../domain/keywords.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import type { MessageEvent } from '../judging/outcome.ts';
import { openAddonSettings } from '../storage/service-records/addon-settings.ts';
import { createInbox } from '../storage/inbox.ts';
import { createKeywords } from '../storage/keywords/keywords.ts';
import { acquireInstanceLock } from '../storage/instance-lock.ts';
import { openState } from '../storage/state.ts';
import { openStateKey } from '../storage/secrets/state-key.ts';
import { createTaggingSessions } from '../storage/service-records/tagging-sessions.ts';

/** How long a stop waits for messages in progress. The rest of the ten seconds is for closing. */
const DRAIN_MS = 8000;
const ALERT_DELAY_MS = 1_000;
const NOTICE_DELAY_MS = 5_000;
const INCIDENT_EDIT_MS = 5_000;
/** The codes of errors after which connecting again is pointless. */
const PERMANENT_CODES: ReadonlySet<string> = new Set([
  'discord_invalid_token',
  'discord_disallowed_intents',
  'discord_session_ended',
]);

export interface AppDeps {
  /** Creates the service that runs in this process when no other is configured. */
  createEmbeddedService: CreateEmbeddedService;
  logger: Logger;
  clock?: Clock;
  random?: () => number;
  /** An author gets at most one notice in this time; default: an hour. */
  noticeIntervalMs?: number;
  /** Default: ten posts a minute in each server. */
  postLimiter?: PostLimiter;
  /** How long an alert waits, in case there is more to show on it; default: 1 second. */
  alertDelayMs?: number;
  /** How long a notice waits, in case an incident begins; default: 5 seconds. */
  noticeDelayMs?: number;
  /** The shortest time between two edits of an incident's post; default: 5 seconds. */
  incidentEditMs?: number;
  /** Default: the built worker. */
  chartWorkerUrl?: URL;
  /** Called with each message's outcome. Must be fast. */
  observe?: (event: MessageEvent) => void;
  /** Called with each interaction's outcome. Must be fast. */
  observeInteraction?: (event: InteractionEvent) => void;
}

/** Parts of a running bot, for tests and the demo. */
export interface RunningApp {
  /** The groups of shards that this process holds now. */
  groups(): readonly ShardGroup[];
  readonly keywords: Keywords;
  readonly service: Pick<ModerationClient, 'addons'>;
  /** Null: the service is remote. */
  readonly embeddedService: EmbeddedService | null;
  readonly webhooks: Pick<Webhooks, 'state'>;
  readiness(): Readiness;
  /** Deletes expired records, as every hour. Null: another process does. */
  purge(): Pick<Schedule, 'run'> | null;
  /** The listener's URL on this machine, and the URL for the service's events. */
  readonly url: string;
  readonly webhookUrl: string;
}

/** The whole bot. */
export interface App {
  /** Resolves when the bot is ready. If a part fails to start, stops the others and throws. */
  start(): Promise<RunningApp>;
  /**
   * Waits up to 8 s for work in progress, then stops everything. The next start resumes the rest.
   * A start in progress is aborted and throws.
   */
  stop(): Promise<void>;
  /** Resolves if Discord ends the session permanently. */
  readonly ended: Promise<AppError>;
}

class StartAbortedError extends AppError {
  readonly code = 'app_start_aborted';

  constructor() {
    super('The bot was stopped during its start.');
  }
}

/** The composition root: creates every part with its dependencies. */
export function createApp(config: Config, deps: AppDeps): App {
  const { logger, clock = systemClock, random = Math.random, observe } = deps;
  const { alertDelayMs = ALERT_DELAY_MS, noticeDelayMs = NOTICE_DELAY_MS } = deps;
  const { incidentEditMs = INCIDENT_EDIT_MS } = deps;
  const teardown = createTeardown(logger);
  let end: (error: AppError) => void;
  const ended = new Promise<AppError>((resolve) => {
    end = resolve;
  });
  let started: Promise<RunningApp> | null = null;
  let abortStart: (error: AppError) => void;
  const aborted = new Promise<never>((_resolve, reject) => {
    abortStart = reject;
  });
  // Not awaited after the start.
  aborted.catch(() => undefined);

  const groups = new Set<ShardGroup>();
  let purge: Schedule | null = null;

  /** Runs a group of shards while this process holds its lease. */
  async function startGroup(
    parts: ProcessParts,
    { shards }: GroupPlan,
    lease: Lease,
  ): Promise<Holder> {
    const group = createShardGroup(parts, { lease, shards });
    groups.add(group);
    async function stop(options: { deadlineMs: number }): Promise<void> {
      groups.delete(group);
      await group.stop(options);
    }
    try {
      await unlessAborted(group.connect(), lease.signal);
    } catch (error) {
      await stop({ deadlineMs: 0 });
      // Trying again would only use up identifies.
      if (error instanceof AppError && PERMANENT_CODES.has(error.code)) end(error);
      throw error;
    }
    return { stop };
  }

  async function start(): Promise<RunningApp> {
    teardown.add('instance lock', await acquireInstanceLock(config.stateUrl));
    const state = await openState(config.stateUrl, logger, clock);
    const { database, keyValues } = state;
    teardown.add('state', () => state.close());
    const leases = await openLeases(config, { clock, random, logger });
    teardown.add('leases', () => leases.stop({ deadlineMs: 0 }));
    const warning = warnOfSharedLimits({ leases, apiUrl: config.discord.apiUrl, clock, logger });
    teardown.add('warning', () => warning.stop());
    const metrics = createMetrics({ clock, logger });

    const { url, consoleUrl, apiKey, secretsMethod, embedded } = await connectService({
      config,
      createEmbeddedService: deps.createEmbeddedService,
      propertyExecutor: routeProperties(groups),
      teardown,
      logger,
    });
    const service = createModerationClient({
      baseUrl: url,
      consoleUrl,
      apiKey,
      ...(secretsMethod === undefined ? {} : { addonSecrets: secretsRequest(secretsMethod) }),
      searchIntervalMs: config.searchIntervalMs,
      clock,
      random,
    });
    teardown.add('client', () => service.close());
    const charts = createCharts(deps.chartWorkerUrl);
    teardown.add('charts', () => charts.close());

    const keywords = createKeywords(database);
    const stateKey = config.stateKey ?? openStateKey(config.stateUrl);
    const settings = await openAddonSettings({ keyValues, stateKey, logger });
    const places = createTaggingSessions({ database, stateKey, clock });
    const inbox = createInbox(database, clock, logger);
    const watch = watchProcess({ groups, state, inbox, metrics, clock });
    const webhooks = createWebhooks({
      config,
      intake: createEventIntake({
        store: inbox,
        places,
        onStored: (lane) => void leases.publish(TOPICS.events, lane),
      }),
      keyValues,
      service,
      places,
      keywords,
      settings,
      leases,
      readiness: watch.readiness,
      metrics,
      clock,
      random,
      logger,
    });
    // Simultaneously, so that all share one deadline. Events that still arrive are stored and posted after the next start.
    teardown.add('work in progress', async () => {
      await Promise.all([webhooks.stop(), watch.stop(), leases.stop({ deadlineMs: DRAIN_MS })]);
    });
    const { url: listenerUrl, webhookUrl } = await webhooks.start();
    void leases.hold('expired records', async (lease) => {
      const schedule = startPurge({ database: leases.fence(database, lease), clock, logger });
      purge = schedule;
      return {
        async stop() {
          purge = null;
          await schedule.stop();
        },
      };
    });

    const { fallbackChannelId } = config;
    const parts: ProcessParts = {
      config,
      state,
      stateKey,
      leases,
      metrics,
      service,
      embedded,
      keywords,
      invalidRequests: createInvalidRequestLimit({
        clock,
        logger,
        processes: () => leases.status().processes.length,
        observe(status) {
          if (status === 429) metrics.discordRateLimited();
          else metrics.discordRequestRefused(status);
        },
      }),
      webhooks,
      charts,
      fallbackGuildId:
        (leases.isShared || config.sharding.ids !== null) && fallbackChannelId !== null
          ? await Promise.race([guildOfChannel(config.discord, fallbackChannelId), aborted])
          : null,
      waits: {
        alertDelayMs,
        noticeDelayMs,
        noticeIntervalMs: deps.noticeIntervalMs,
        incidentEditMs,
      },
      postLimiter: deps.postLimiter ?? null,
      observe: (event) => observe?.(event),
      observeInteraction: (event) => deps.observeInteraction?.(event),
      onEnded: (error) => end(error),
      clock,
      random,
      logger,
    };
    const { sharding, discord } = config;
    // Discord may not answer, and `stop` must not wait for that.
    const planned = planGroups({ sharding, leases, recommended: () => recommendedShards(discord) });
    const plans = await Promise.race([planned, aborted]);
    const connected = takeGroups({
      leases,
      plans,
      areChosen: sharding.ids !== null,
      start: (plan, lease) => startGroup(parts, plan, lease),
    });
    // Connecting has no time limit, so `stop` must be able to abort it.
    await Promise.race([connected, aborted]);
    return {
      groups: () => [...groups],
      keywords,
      service,
      embeddedService: embedded,
      webhooks,
      readiness: watch.readiness,
      purge: () => purge,
      url: listenerUrl,
      webhookUrl,
    };
  }

  async function startOrEnd(): Promise<RunningApp> {
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
      abortStart(new StartAbortedError());
      await started?.catch(() => undefined);
      await teardown.run();
    },
  };
}

/** Rejects with the signal's reason once it aborts. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
