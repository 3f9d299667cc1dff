import { createModerationClient, type ModerationClient } from '../../service-api/client/client.ts';
import { secretsRequest } from '../../service-api/client/groups/addons.ts';
import type { CreateEmbeddedService } from '../../service-api/embedded-service.ts';
import type { AppError } from '../../shared/errors.ts';
import { createStrike } from '../../shared/secrets.ts';
import type { Schedule } from '../../shared/tasks/schedule.ts';
import type { Teardown } from '../../shared/tasks/teardown.ts';
import { createCharts } from '../charts/charts.ts';
import type { CommandSet } from '../command-deps.ts';
import { secretsOf, type Config, type Settings } from '../config/config.ts';
import type { Keywords } from '../domain/keywords.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import { guildOfChannel, type DiscordAccess } from '../gateway/before-login.ts';
import { createDownloads } from '../gateway/messages/downloads.ts';
import type { InteractionEvent } from '../interactions/interaction-event.ts';
import type { MessageEvent } from '../judging/outcome.ts';
import type { Leases } from '../leases/leases.ts';
import type { Readiness } from '../listener/health.ts';
import { createMetrics, type Metrics } from '../listener/metrics.ts';
import { createPictureDecoder } from '../pictures/decoder.ts';
import { createPictureReader } from '../pictures/picture-reader.ts';
import { createInvalidRequestLimit, type InvalidRequestLimit } from '../rest/invalid-requests.ts';
import { startPurge } from '../retention/purge.ts';
import { acquireInstanceLock } from '../storage/instance-lock.ts';
import { createAcceptEvents } from '../storage/events/accept-events.ts';
import { createKeywords } from '../storage/keywords/keywords.ts';
import { openStateKey } from '../storage/secrets/state-key.ts';
import { openAddonSettings } from '../storage/service-records/addon-settings.ts';
import { createTaggingSessions } from '../storage/service-records/tagging-sessions.ts';
import { openState, type State } from '../storage/state.ts';
import { createWebhooks, type Webhooks } from '../webhooks/registration/webhooks.ts';
import { connectService, type EmbeddedService } from './connected-service.ts';
import { openLeases } from './open-leases.ts';
import type { ProcessContext } from './process-context.ts';
import type { ProcessParts, Waits } from './shards/process-parts.ts';
import { routeProperties } from './shards/route-properties.ts';
import type { ShardGroup } from './shards/shard-group.ts';
import { startGroups } from './shards/start-groups.ts';
import { warnOfSharedLimits } from './warn-of-shared-limits.ts';
import { watchProcess } from './watch-process.ts';

/** How long a stop waits for messages in progress. The rest of the ten seconds is for closing. */
const DRAIN_MS = 8000;
const ALERT_DELAY_MS = 1_000;
const NOTICE_DELAY_MS = 5_000;
const INCIDENT_EDIT_MS = 5_000;

export interface ProcessDeps extends ProcessContext {
  commandSet: CommandSet;
  /** Creates the service that runs in this process when no other is configured. */
  createEmbeddedService: CreateEmbeddedService;
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
  /** Default: the built worker. */
  pictureWorkerUrl?: URL;
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
  /** The hourly deletion of expired records. Null: another process does it. */
  purge(): Pick<Schedule, 'run'> | null;
  /** The listener's URL on this machine, and the URL for the service's events. */
  readonly url: string;
  readonly webhookUrl: string;
}

/** The base of a process: its state, its leases and its metrics. */
interface Foundation {
  readonly context: ProcessContext;
  readonly state: State;
  readonly leases: Leases;
  readonly metrics: Metrics;
  readonly teardown: Teardown;
}

/** Starts every part of the process. What was started before a part failed is in `teardown`. */
export async function startProcess(
  config: Config,
  deps: ProcessDeps,
  run: {
    readonly teardown: Teardown;
    /** Rejects when the start must be given up. */
    readonly aborted: Promise<never>;
    readonly onEnded: (error: AppError) => void;
  },
): Promise<RunningApp> {
  const { teardown, aborted, onEnded } = run;
  const groups = new Set<ShardGroup>();
  const discord = { token: config.secrets.discordToken, apiUrl: config.discordApiUrl };
  const foundation = await openFoundation(config, deps, teardown);
  const { state, leases, metrics, context } = foundation;
  const { secrets, ...settings } = config;

  const { service, embedded } = await openService(config, deps, foundation, groups);
  const charts = createCharts(deps.chartWorkerUrl);
  teardown.add('charts', () => charts.close());
  const downloads = createDownloads({ ...context, ...discord });
  const decoder = createPictureDecoder(deps.pictureWorkerUrl);
  teardown.add('pictures', () => decoder.close());

  const keywords = createKeywords(state.database);
  const stateKey = secrets.stateKey ?? openStateKey(secrets.stateUrl);
  const watch = watchProcess({ groups, state, metrics, clock: context.clock });
  const { database, keyValues } = state;
  const waits = waitsOf(deps);
  const addonSettings = await openAddonSettings({ ...context, keyValues, stateKey });
  const places = createTaggingSessions({ ...context, database, stateKey });
  const webhooks = createWebhooks({
    ...context,
    leases,
    metrics,
    config: settings,
    webhookKeys: secrets.webhookKeys,
    strike: createStrike(secretsOf(config)),
    ...waits,
    events: createAcceptEvents(database, context.clock),
    keyValues,
    service,
    places,
    keywords,
    settings: addonSettings,
    readiness: watch.readiness,
  });
  // All at once, so that they share one deadline. Events that still arrive are stored and posted after the next start.
  teardown.add('work in progress', async () => {
    await Promise.all([webhooks.stop(), watch.stop(), leases.stop({ deadlineMs: DRAIN_MS })]);
  });
  const { url, webhookUrl } = await webhooks.start();
  const purge = holdPurge(foundation);

  const parts: ProcessParts = {
    ...foundation,
    config: settings,
    discord,
    stateKey,
    service,
    embedded,
    keywords,
    invalidRequests: countInvalidRequests(foundation),
    webhooks,
    charts,
    downloads,
    pictureReader: createPictureReader({ downloads, decoder }),
    commandSet: deps.commandSet,
    fallbackGuildId: await Promise.race([fallbackGuild(settings, discord, leases), aborted]),
    waits,
    postLimiter: deps.postLimiter ?? null,
    observe: (event) => deps.observe?.(event),
    observeInteraction: (event) => deps.observeInteraction?.(event),
    onEnded,
  };
  await startGroups(parts, { groups, aborted });
  return {
    groups: () => [...groups],
    keywords,
    service,
    embeddedService: embedded,
    webhooks,
    readiness: watch.readiness,
    purge,
    url,
    webhookUrl,
  };
}

async function openFoundation(
  config: Config,
  { clock, random, logger }: ProcessDeps,
  teardown: Teardown,
): Promise<Foundation> {
  const context = { clock, random, logger };
  const { stateUrl } = config.secrets;
  teardown.add('instance lock', await acquireInstanceLock(stateUrl));
  const state = await openState(stateUrl, logger, clock);
  teardown.add('state', () => state.close());
  const leases = await openLeases({ stateUrl, service: config.service }, context);
  teardown.add('leases', () => leases.stop({ deadlineMs: 0 }));
  const warning = warnOfSharedLimits({ ...context, leases, apiUrl: config.discordApiUrl });
  teardown.add('warning', () => warning.stop());
  const metrics = createMetrics(context);
  return { context, state, leases, metrics, teardown };
}

/** Connects to the moderation service, which acts on properties through the groups of this process. */
async function openService(
  config: Config,
  { createEmbeddedService }: ProcessDeps,
  { teardown, context }: Foundation,
  groups: ReadonlySet<ShardGroup>,
): Promise<{ service: ModerationClient; embedded: EmbeddedService | null }> {
  const { place, apiKey, secretsMethod, embedded } = await connectService({
    ...context,
    config,
    secrets: config.secrets,
    createEmbeddedService,
    propertyExecutor: routeProperties(groups),
    teardown,
  });
  const service = createModerationClient({
    ...context,
    ...place,
    apiKey,
    secrets: secretsOf(config),
    ...(secretsMethod === undefined ? {} : { addonSecrets: secretsRequest(secretsMethod) }),
    searchIntervalMs: config.searchIntervalMs,
  });
  teardown.add('client', () => service.close());
  return { service, embedded };
}

/** Only one process deletes expired records, for all of them. The result returns its schedule while this is that process. */
function holdPurge({ state, leases, context }: Foundation): () => Schedule | null {
  let purge: Schedule | null = null;
  void leases.hold('expired records', async (lease) => {
    const schedule = startPurge({ ...context, database: leases.fence(state.database, lease) });
    purge = schedule;
    return {
      async stop() {
        purge = null;
        await schedule.stop();
      },
    };
  });
  return () => purge;
}

function countInvalidRequests({ leases, metrics, context }: Foundation): InvalidRequestLimit {
  return createInvalidRequestLimit({
    ...context,
    processes: () => leases.status().processes.length,
    observe(status) {
      if (status === 429) metrics.discordRateLimited();
      else metrics.discordRequestRefused(status);
    },
  });
}

/** The server of the fallback channel, if there may be several groups of which one owns it. */
async function fallbackGuild(
  { fallbackChannelId, sharding }: Settings,
  discord: DiscordAccess,
  leases: Leases,
): Promise<string | null> {
  const isSplit = leases.isShared || sharding.ids !== null;
  return isSplit && fallbackChannelId !== null ? guildOfChannel(discord, fallbackChannelId) : null;
}

function waitsOf(deps: ProcessDeps): Waits {
  return {
    alertDelayMs: deps.alertDelayMs ?? ALERT_DELAY_MS,
    noticeDelayMs: deps.noticeDelayMs ?? NOTICE_DELAY_MS,
    noticeIntervalMs: deps.noticeIntervalMs,
    incidentEditMs: deps.incidentEditMs ?? INCIDENT_EDIT_MS,
  };
}
