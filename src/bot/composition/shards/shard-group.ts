import type { Client } from 'discord.js';
import { createPropertyExecutor } from '../../acting/actions/property-executor.ts';
import type { PropertyExecutor } from '../../../service-api/property-executor.ts';
import { createServerPauses } from '../../acting/actions/server-pauses.ts';
import { createModeratorChannels } from '../../posts/alerts/moderator-channels.ts';
import { onAccessChange } from '../../posts/events/event-targets.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { createCurrentTexts } from '../../gateway/current-texts.ts';
import { createHistory } from '../../gateway/messages/history.ts';
import { createTextFiles } from '../../gateway/messages/text-files.ts';
import type { Lease } from '../../leases/leases.ts';
import { TOPICS } from '../../leases/topic-names.ts';
import type { Schedule } from '../../../shared/tasks/schedule.ts';
import { ALL_SERVERS, isInShards, type Shards } from '../../../shared/shards.ts';
import { createTeardown } from '../../../shared/tasks/teardown.ts';
import type { Cases, Policies } from '../../domain/ports.ts';
import type { PipelineStatus } from '../../domain/pipeline-status.ts';
import { type Inbox, FALLBACK_KEY } from '../../domain/events.ts';
import type { KeywordHits } from '../../domain/keyword-hits.ts';
import { createPostLimiter } from '../../domain/posts/post-limiter.ts';
import type { ServerWords } from '../../domain/words/server-words.ts';
import { createGroupCommands } from './group-commands.ts';
import { createGroupPreview } from './group-preview.ts';
import { createGroupPipeline } from './group-pipeline.ts';
import { connectGateway } from './connect-gateway.ts';
import { startGroupSchedule } from './group-schedule.ts';
import { startGroupRetention } from './group-retention.ts';
import { createGroupMessageLog } from './group-message-log.ts';
import { createGroupStores } from './group-stores.ts';
import type { StoredPolicies } from '../../storage/policies.ts';
import { createGuildRecord } from './guild-record.ts';
import { createGroupMail } from '../mail.ts';
import { createGroupOutbox } from '../outbox.ts';

import { createPosts } from '../posts.ts';
import type { ProcessParts } from './process-parts.ts';
import { subscribeGroup } from './subscribe-group.ts';

/** Everything the bot does in the servers of some shards: a gateway client, a pipeline, commands, alerts and reports. */
export interface ShardGroup {
  readonly client: Client;
  readonly policies: Policies;
  readonly cases: Cases;
  readonly words: ServerWords;
  readonly inbox: Inbox;
  readonly keywordHits: KeywordHits;
  readonly propertyExecutor: PropertyExecutor;
  readonly retention: Pick<Schedule, 'run'>;
  readonly scheduledPosts: Pick<Schedule, 'run'>;
  has(guildId: string): boolean;
  status(): PipelineStatus;
  /** Resolves when the bot is ready in these servers; throws errors that waiting can't fix. */
  connect(): Promise<void>;
  stop(options: { deadlineMs: number }): Promise<void>;
}

/** `shards` null: all of them, in this process. */
export function createShardGroup(
  parts: ProcessParts,
  { lease, shards: some }: { readonly lease: Lease; readonly shards: Shards | null },
): ShardGroup {
  const { config, discord, state, leases, context, fallbackGuildId } = parts;
  const { moderatorChannel, editSearch } = config;
  const shards = some ?? ALL_SERVERS;
  const has = (guildId: string): boolean => isInShards(guildId, shards);
  const ownsFallback = fallbackGuildId === null ? shards.ids.includes(0) : has(fallbackGuildId);
  const teardown = createTeardown(context.logger);
  let deadlineMs = 0;

  const database = leases.fence(state.database, lease);
  const stores = createGroupStores(parts, { database, shards });
  const guildRecord = createGuildRecord({ ...context, ...stores });
  teardown.add('record of servers', () => guildRecord.settled());

  const gateway = createGateway({
    ...context,
    ...discord,
    shards: some ?? 'auto',
    identify: leases.identify,
    beforeRequest: (signal) => lease.confirm(signal ?? undefined),
    invalidRequests: parts.invalidRequests,
  });
  const { client } = gateway;
  const policies = withWake(stores.policies, (guildId) => {
    wake(guildId);
    messageLog.settingsChanged(guildId);
  });
  const place = { ...context, client, policies, moderatorChannel };
  const postLimiter = parts.postLimiter ?? createPostLimiter(context.clock);
  const { outbox, ...outboxWork } = createGroupOutbox(parts, {
    client,
    store: stores.posts,
    postLimiter,
    owns: (guildId) => (guildId === FALLBACK_KEY ? ownsFallback : has(guildId)),
  });
  const kept = { client, policies, database, stores, outbox, place };
  const { retention, ...erasers } = startGroupRetention(parts, kept);
  teardown.add('retention', () => retention.stop());
  teardown.add('erasures', () => erasers.memberErasures.stop());
  const scheduledPosts = startGroupSchedule({ ...place, stores, outbox });
  teardown.add('scheduled posts', () => scheduledPosts.stop());

  const moderatorChannels = createModeratorChannels(place);
  const history = createHistory({ ...context, client, editSearch });
  const currentTexts = createCurrentTexts({ ...context, client });
  const textFiles = createTextFiles(parts.downloads);
  const pauses = createServerPauses({ ...context, client });
  const messageLog = createGroupMessageLog({ ...place, stores, outbox });
  const posts = createPosts({
    ...place,
    ...parts.waits,
    config,
    database,
    ownsFallback,
    tellOfEvent: (guildId) => void leases.publish(TOPICS.events, guildId),
    stores,
    moderatorChannels,
    outbox,
  });
  const channels = { history, textFiles, pauses, moderatorChannels };
  const shared = { ...channels, client, shards, stores, policies, posts, outbox, messageLog };
  const pipeline = createGroupPipeline(parts, { ...shared, gateway, currentTexts });
  teardown.add('gateway', () => gateway.close());
  teardown.add('message log', () => messageLog.stop());
  teardown.add('pipeline', async () => {
    const until = context.clock.now() + deadlineMs;
    await pipeline.stop({ deadlineMs });
    // Posts what the pipeline has requested, as far as the deadline allows.
    await outboxWork.stop({ deadlineMs: Math.max(0, until - context.clock.now()) });
  });
  const preview = createGroupPreview(parts, shared);
  const { mail, ...mailWork } = createGroupMail(parts, { ...shared, preview });
  teardown.add('mail', () => mailWork.stop());
  const dispatch = createGroupCommands(parts, {
    ...shared,
    preview,
    mailControl: mail.control,
    ...erasers,
    pipeline,
    announce: (guildId, text, former) => void moderatorChannels.announce(guildId, text, former),
  });
  teardown.add('dispatch', () => dispatch.stop());
  const subscriptions = subscribeGroup({ ...context, ...shared, leases, has, pipeline });
  teardown.add('subscriptions', () => subscriptions.stop());

  /** Retries waiting events at once, of one server or all, because something changed. */
  function wake(guildId?: string): void {
    outbox.retryNow(guildId);
    messageLog.accessChanged(guildId);
  }

  return {
    scheduledPosts,
    client,
    policies,
    cases: stores.cases,
    words: stores.words,
    inbox: posts.inbox,
    keywordHits: posts.keywordHits,
    propertyExecutor: createPropertyExecutor({ ...context, client, policies }),
    retention,
    has,
    status: pipeline.status,
    async connect() {
      dispatch.start();
      // No moderator can retry them, but this start may have a fallback channel.
      if (ownsFallback) await posts.requeueUnowned();
      onAccessChange(client, wake);
      const logsReady = shards.ids.includes(0);
      await connectGateway(parts, { ...shared, gateway, pipeline, guildRecord, mail, logsReady });
    },
    async stop(options) {
      ({ deadlineMs } = options);
      await teardown.run();
    },
  };
}

/** A changed policy may name another channel, so events that wait for one are retried. */
function withWake(policies: StoredPolicies, wake: (guildId: string) => void): StoredPolicies {
  return {
    get: policies.get,
    async set(guildId, policy) {
      await policies.set(guildId, policy);
      wake(guildId);
    },
    async update(guildId, change) {
      const changed = await policies.update(guildId, change);
      wake(guildId);
      return changed;
    },
    async forget(guildId) {
      await policies.forget(guildId);
      wake(guildId);
    },
  };
}
