import type { Client } from 'discord.js';
import { commands } from '../../../../commands/index.ts';
import { createPropertyExecutor } from '../../acting/effects/property-executor.ts';
import type { PropertyExecutor } from '../../../service-api/property-executor.ts';
import { createServerPauses } from '../../acting/effects/server-pauses.ts';
import { createAlerts } from '../../posts/alerts/alerts.ts';
import { createUnknownAlertsWarning } from '../../posts/alerts/unknown-alerts.ts';
import { loadCommandIds } from '../../rendering/command-mentions.ts';
import { onAccessChange } from '../../posts/events/event-targets.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { createHistory } from '../../gateway/messages/history.ts';
import { createTextFiles } from '../../gateway/messages/text-files.ts';
import { createWelcomePoster } from '../../posts/onboarding/welcome.ts';
import { createDelivery } from '../../webhooks/delivery/delivery.ts';
import { guildOfLane } from '../../webhooks/delivery/event-content.ts';
import type { Lease } from '../../leases/leases.ts';
import type { Schedule } from '../../../shared/tasks/schedule.ts';
import { ALL_SERVERS, isInShards, type Shards } from '../../../shared/shards.ts';
import { createTeardown } from '../../../shared/tasks/teardown.ts';
import type { Cases, Inbox, KeywordHits, PipelineStatus, Policies } from '../../domain/ports.ts';
import { createPostLimiter } from '../../domain/posts/post-limiter.ts';
import type { ServerWords } from '../../domain/words/server-words.ts';
import { forgetKeywords } from '../../service-adapter/forget-keywords.ts';
import { createGroupCommands } from './group-commands.ts';
import { createGroupPipeline } from './group-pipeline.ts';
import { createGroupStores } from './group-stores.ts';
import { createGuildEraser, createSampleEraser } from '../../retention/guild-eraser.ts';
import { logReady } from '../log-ready.ts';
import { createPosts } from '../posts.ts';
import type { ProcessParts } from './process-parts.ts';
import { startRetention } from '../../retention/retention.ts';
import { startScheduledWork, type ScheduledWork } from '../../posts/scheduled/scheduled-work.ts';
import { subscribeGroup } from './subscribe-group.ts';
import { TOPICS } from '../../leases/topic-names.ts';
import { createWelcomes } from '../../posts/scheduled/welcomes.ts';

/** Everything the bot does in the servers of some shards: a gateway client, a pipeline, commands, alerts and reports. */
export interface ShardGroup extends Pick<
  ScheduledWork,
  'weeklyReports' | 'watchReports' | 'setupReminders'
> {
  readonly client: Client;
  readonly policies: Policies;
  readonly cases: Cases;
  readonly words: ServerWords;
  readonly inbox: Inbox;
  readonly keywordHits: KeywordHits;
  readonly propertyExecutor: PropertyExecutor;
  readonly retention: Pick<Schedule, 'run'>;
  has(guildId: string): boolean;
  status(): PipelineStatus;
  /** When the oldest event that waits here arrived (Unix epoch, milliseconds); null: none is known. */
  oldestEventAtMs(): number | null;
  /** Resolves when the bot is ready in these servers; throws errors that waiting can't fix. */
  connect(): Promise<void>;
  stop(options: { deadlineMs: number }): Promise<void>;
}

/** `shards` null: all of them, in this process. */
export function createShardGroup(
  parts: ProcessParts,
  { lease, shards: some }: { readonly lease: Lease; readonly shards: Shards | null },
): ShardGroup {
  const { config, state, leases, service, embedded, keywords } = parts;
  const { clock, random, logger } = parts;
  const { moderatorChannel, editSearch } = config;
  const shards = some ?? ALL_SERVERS;
  const has = (guildId: string): boolean => isInShards(guildId, shards);
  const teardown = createTeardown(logger);
  let deadlineMs = 0;

  const database = leases.fence(state.database, lease);
  const stores = createGroupStores({ ...parts, database, shards });
  const { cases, words, leftGuilds, reviews, tagging, allowedTexts, scheduledPosts } = stores;
  let recorded = Promise.resolve();
  teardown.add('record of servers', () => recorded);

  const gateway = createGateway({
    ...config.discord,
    shards: some ?? 'auto',
    identify: leases.identify,
    beforeRequest: (signal) => lease.confirm(signal ?? undefined),
    clock,
    logger,
    invalidRequests: parts.invalidRequests,
  });
  const { client } = gateway;
  const isPresent = (guildId: string): boolean => client.guilds.cache.has(guildId);
  const policies: Policies = {
    get: stores.policies.get,
    async set(guildId, policy) {
      await stores.policies.set(guildId, policy);
      wake(guildId);
    },
    async update(guildId, change) {
      const changed = await stores.policies.update(guildId, change);
      wake(guildId);
      return changed;
    },
  };
  const eraseSamples = createSampleEraser({ database, words, embedded });
  const guildEraser = createGuildEraser({
    database,
    policies: stores.policies,
    allowedTexts,
    words,
    tagging,
    keywords,
    service,
    embedded,
    eraseSamples,
    isPresent,
    logger,
  });
  const retention = startRetention({
    ...stores,
    policies,
    eraser: guildEraser,
    isPresent: (guildId) => (client.isReady() ? isPresent(guildId) : null),
    caseDays: config.caseDays,
    clock,
    logger,
  });
  teardown.add('retention', () => retention.stop());
  const scheduledWork = startScheduledWork({
    ...stores,
    client,
    policies,
    moderatorChannel,
    clock,
    logger,
  });
  teardown.add('scheduled work', () => scheduledWork.stop());

  const alerts = createAlerts({ client, policies, cases, moderatorChannel, clock, logger });
  const history = createHistory({ client, editSearch, clock, logger });
  const textFiles = createTextFiles({ apiUrl: config.discord.apiUrl, clock, logger });
  const pauses = createServerPauses({ client, clock });
  const { fallbackGuildId } = parts;
  const ownsFallback = fallbackGuildId === null ? shards.ids.includes(0) : has(fallbackGuildId);
  const posts = createPosts({
    postLimiter: parts.postLimiter ?? createPostLimiter(clock),
    config,
    database,
    ownsFallback,
    shards,
    client,
    cases,
    reviews,
    policies,
    places: tagging,
    clock,
    random,
    logger,
  });
  const pipeline = createGroupPipeline(parts, {
    client,
    shards,
    stores,
    policies,
    posts,
    alerts,
    history,
    textFiles,
    pauses,
  });
  const delivery = createDelivery({
    store: posts.inbox,
    poster: posts.poster,
    policies,
    digests: posts.digests,
    postLimiter: posts.postLimiter,
    joinKeywordHit: pipeline.joinKeywordHit,
    ownsLane(lane) {
      const guildId = guildOfLane(lane);
      return guildId === null ? ownsFallback : has(guildId);
    },
    announceLane: (lane) => void leases.publish(TOPICS.events, lane),
    alertDelayMs: parts.waits.alertDelayMs,
    clock,
    random,
    logger,
  });
  teardown.add('gateway', () => gateway.close());
  teardown.add('pipeline', async () => {
    await Promise.all([
      pipeline.stop({ deadlineMs }),
      delivery.stop({ deadlineMs }),
      posts.digests.stop({ deadlineMs }),
    ]);
  });
  const dispatch = createGroupCommands(parts, {
    client,
    stores,
    policies,
    pipeline,
    posts,
    delivery,
    history,
    textFiles,
    pauses,
    eraseSamples,
    guildEraser,
    announce: (guildId, text, former) => void alerts.announce(guildId, text, former),
  });
  teardown.add('dispatch', () => dispatch.stop());
  const subscriptions = subscribeGroup({ leases, has, delivery, pipeline, alerts, clock, logger });
  teardown.add('subscriptions', () => subscriptions.stop());

  /** Retries waiting events at once, of one server or all, because something changed. */
  function wake(guildId?: string): void {
    delivery.wake(guildId);
    posts.digests.wake(guildId);
  }

  /** If this fails, the comparison at the next start makes up for it. */
  function record(change: () => Promise<void>): void {
    recorded = recorded
      .then(change)
      .catch((error: unknown) =>
        logger.error({ err: error }, 'could not record which servers the bot is in'),
      );
  }

  async function connect(): Promise<void> {
    dispatch.start();
    await posts.digests.start();
    await delivery.start();
    onAccessChange(client, wake);
    const warnOfUnknownAlerts = createUnknownAlertsWarning({
      client,
      policies,
      cases,
      moderatorChannel,
      clock,
      logger,
    });
    const welcomes = createWelcomes({
      scheduledPosts,
      post: createWelcomePoster({ client, logger }),
      logger,
    });
    await gateway.connect({
      onMessage: (snapshot) => pipeline.submit(snapshot),
      onText: (snapshot) => pipeline.submit(snapshot),
      onGuildAvailable(guildId, channels, joinedAt) {
        pipeline.watch(guildId, channels, joinedAt);
        record(() => leftGuilds.returned(guildId));
        void warnOfUnknownAlerts(guildId);
        void welcomes.resume(guildId);
      },
      onMissed: (message) => pipeline.missed(message),
      onThreadsOpened: (guildId, threads) => pipeline.watchThreads(guildId, threads),
      onGuildJoined: (guildId, joinedAt) => void welcomes.welcome(guildId, joinedAt),
      onGuildRemoved(guildId) {
        pipeline.forget(guildId);
        const leftAt = clock.now();
        record(() => leftGuilds.left(guildId, leftAt));
        void forgetKeywords(guildId, { keywords, service, logger });
      },
      onEnded: parts.onEnded,
    });
    pipeline.start();
    if (client.isReady()) {
      record(() => leftGuilds.compare(isPresent, clock.now()));
      void loadCommandIds({ client, logger });
      // Once for the bot, not for each group.
      if (shards.ids.includes(0)) {
        void logReady({ client, commands: commands.map(({ data }) => data), logger });
      }
    }
  }

  return {
    ...scheduledWork,
    client,
    policies,
    cases,
    words,
    inbox: delivery,
    keywordHits: posts.inbox,
    propertyExecutor: createPropertyExecutor({ client, clock, policies }),
    retention,
    has,
    status: pipeline.status,
    oldestEventAtMs: delivery.oldestReceivedAtMs,
    connect,
    async stop(options) {
      ({ deadlineMs } = options);
      await teardown.run();
    },
  };
}
