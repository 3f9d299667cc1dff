import type { Client } from 'discord.js';
import { request } from 'undici';
import type { ModerationClient } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import { onAccessChange } from '../discord/access-changes.ts';
import { createEventPoster } from '../discord/event-poster.ts';
import { createEventTargets } from '../discord/event-targets.ts';
import type { Readiness } from '../http/health.ts';
import { createListener, type Listener } from '../http/listener.ts';
import type { Metrics } from '../http/metrics.ts';
import { webhookPath } from '../http/webhooks.ts';
import { createDelivery } from '../inbox/delivery.ts';
import { createWebhookSetup, type WebhookSetup } from '../inbox/set-up.ts';
import { isWanted } from '../inbox/wanted.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { KeywordRegistry } from '../moderation/keywords.ts';
import type {
  Inbox,
  KeywordHits,
  PipelineStatus,
  Policies,
  TaggingPlaces,
} from '../moderation/ports.ts';
import type { WebhookState } from '../moderation/webhook-state.ts';
import type { Database } from '../storage/database.ts';
import { createInbox } from '../storage/inbox.ts';
import { webhookToken } from '../storage/webhook-token.ts';
import { watchReadiness } from './readiness.ts';

const PROBE_TIMEOUT_MS = 10_000;

export interface EventsDeps {
  readonly config: Config;
  readonly database: Database;
  readonly client: Client;
  readonly service: Pick<ModerationClient, 'addons'>;
  readonly policies: Pick<Policies, 'get'>;
  readonly places: TaggingPlaces;
  readonly keywords: KeywordRegistry;
  readonly pipelineStatus: () => PipelineStatus;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

/** From the service's webhook to the moderators, and what the operator can see of it. */
export interface EventsSide {
  readonly inbox: Inbox;
  readonly keywordHits: KeywordHits;
  webhookState(): WebhookState;
  readiness(): Readiness;
  /** Where the service posts its events; null while that is not known. */
  webhookUrl(): string | null;
  /** Something changed, in a guild or anywhere, that may let waiting events through. */
  wake(guildId?: string): void;
  /** Resolves when it listens: to where on this machine, and where events are posted to it. */
  start(): Promise<{ url: string; webhookUrl: string }>;
  /** Takes nothing on any more, and lets what is being posted end. */
  stop(options: { deadlineMs: number }): Promise<void>;
}

const NOT_STARTED = 'The bot is starting.';

export function createEvents(deps: EventsDeps): EventsSide {
  const { config, database, client, service, policies, places, keywords } = deps;
  const { pipelineStatus, metrics, clock, random, logger } = deps;
  const { moderatorChannel, fallbackChannelId, listener: address } = config;
  const isEmbedded = config.service.kind === 'embedded';

  const store = createInbox(database, logger, clock);
  const targets = createEventTargets({
    client,
    policies,
    places,
    moderatorChannel,
    fallbackChannelId,
  });
  const poster = createEventPoster({ client, targets, policies, places });
  const delivery = createDelivery({ store, poster, policies, clock, random, logger });
  const watch = watchReadiness({
    client,
    database,
    outage: () => pipelineStatus().outage,
    clock,
  });
  metrics.readFrom({
    readiness: watch.readiness,
    gatewayPingMs: () => (client.ws.ping < 0 ? null : client.ws.ping),
    queue() {
      const { waiting, oldestWaitingMs } = pipelineStatus();
      return { depth: waiting, oldestAtMs: waiting === 0 ? null : clock.now() - oldestWaitingMs };
    },
    async inbox() {
      const [depth, parked] = await Promise.all([store.count(), store.parkedCount()]);
      return { depth, oldestAtMs: delivery.oldestReceivedAtMs(), parked };
    },
  });
  const createdAt = clock.now();
  let listener: Listener | null = null;
  let setup: WebhookSetup | null = null;
  let webhookUrl: string | null = null;

  /** The embedded service speaks over loopback to a path nobody can guess: it signs only where signatures are asked for. */
  async function ownSecret(): Promise<string | null> {
    if (!isEmbedded || address.secrets.length === 0) return null;
    return (await service.addons.enableSecret()).secret;
  }

  async function listen(token: string): Promise<string> {
    listener = createListener({
      address,
      metricsAddress: address.metrics,
      token,
      secrets: address.secrets,
      ownSecret: await ownSecret(),
      accept: async (event) =>
        (await isWanted(event.body, keywords)) ? delivery.accept(event) : 'unwanted',
      readiness: watch.readiness,
      metrics,
      clock,
      logger,
    });
    return (await listener.start()).url;
  }

  return {
    inbox: delivery,
    keywordHits: store,
    webhookState: () =>
      setup?.state() ?? { kind: 'waiting', since: createdAt, detail: NOT_STARTED },
    readiness: watch.readiness,
    webhookUrl: () => webhookUrl,
    wake: delivery.wake,
    async start() {
      await delivery.start();
      onAccessChange(client, delivery.wake);
      const { token, isNew } = await webhookToken(database, logger);
      const url = await listen(token);
      const baseUrl = isEmbedded ? url : address.publicUrl;
      const path = webhookPath(token);
      if (baseUrl !== null) webhookUrl = `${baseUrl}${path}`;
      if (!isEmbedded && isNew) {
        // The one secret that is ever logged, and once: the operator may have to give it to the service by hand.
        const webhook = `${baseUrl ?? url}${path}`;
        logger.info({ webhook }, 'the address for webhooks was made; it is a secret');
      }
      setup = createWebhookSetup({
        baseUrl,
        path,
        isPublic: !isEmbedded,
        enable: (webhook, signal) =>
          service.addons.enableKeywordAlert({ webhook, includeFullMessage: true }, { signal }),
        probe,
        clock,
        random,
        logger,
      });
      setup.start();
      return { url, webhookUrl: `${url}${path}` };
    },
    async stop({ deadlineMs }) {
      // All at once, so that they take no longer together. What is still accepted is stored, and posted after the next start.
      await Promise.all([
        listener?.stop(),
        setup?.stop(),
        delivery.stop({ deadlineMs }),
        watch.stop(),
      ]);
    },
  };
}

async function probe(url: string, signal: AbortSignal): Promise<number> {
  const answer = await request(url, {
    signal,
    headersTimeout: PROBE_TIMEOUT_MS,
    bodyTimeout: PROBE_TIMEOUT_MS,
  });
  await answer.body.dump();
  return answer.statusCode;
}
