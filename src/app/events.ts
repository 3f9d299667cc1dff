import type { Client } from 'discord.js';
import { request } from 'undici';
import type { ModerationClient } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import { onAccessChange } from '../discord/events/event-targets.ts';
import type { Readiness } from '../http/health.ts';
import { createListener, type Listener } from '../http/listener.ts';
import type { Metrics } from '../http/metrics.ts';
import { webhookPath } from '../http/webhooks.ts';
import { createDelivery } from '../inbox/delivery.ts';
import {
  createWebhookRegistration,
  type WebhookRegistration,
} from '../inbox/webhook-registration.ts';
import { contentOf, isWanted } from '../inbox/event-content.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { message } from '../locales/message.ts';
import type { AcceptedEvent } from '../moderation/events.ts';
import type { AddonControl } from '../moderation/addon-control.ts';
import type { KeywordRegistry, Keywords } from '../moderation/keywords.ts';
import type {
  Announcement,
  Inbox,
  JoinKeywordHit,
  KeywordHits,
  PipelineStatus,
  Policies,
  TaggingPlaces,
} from '../moderation/ports.ts';
import type { WebhookState } from '../moderation/webhook-state.ts';
import type { AddonSettings } from '../storage/service/addon-settings.ts';
import { webhookToken } from '../storage/key-value-store.ts';
import type { State } from '../storage/state.ts';
import { createAddonControl } from './addon-control.ts';
import { watchReadiness } from './readiness.ts';
import type { Posts } from './posts.ts';
import { serviceProblem } from './service-problem.ts';

const PROBE_TIMEOUT_MS = 10_000;

export interface EventsDeps {
  readonly config: Config;
  readonly posts: Posts;
  readonly joinKeywordHit: JoinKeywordHit;
  /** How long a keyword alert waits for a case about its message, which can show the keyword. */
  readonly alertDelayMs: number;
  readonly state: State;
  readonly client: Client;
  readonly service: Pick<ModerationClient, 'addons'>;
  readonly policies: Pick<Policies, 'get'>;
  readonly places: TaggingPlaces;
  readonly keywords: KeywordRegistry & Pick<Keywords, 'withLock'>;
  readonly settings: AddonSettings;
  /** Posts in the server's moderator channel. */
  readonly announce: (guildId: string, text: Announcement) => void;
  readonly pipelineStatus: () => PipelineStatus;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

/** Everything between the service's webhook and the moderators, and its state for the operator. */
export interface EventsSide {
  readonly inbox: Inbox;
  readonly keywordHits: KeywordHits;
  webhookState(): WebhookState;
  readiness(): Readiness;
  /** Where the service posts its events. Null: not known yet. */
  webhookUrl(): string | null;
  /** Retries waiting events at once, of one server or all, because something changed. */
  wake(guildId?: string): void;
  /** Resolves when it listens, to its URL on this machine and the URL for events. */
  start(): Promise<{ url: string; webhookUrl: string }>;
  readonly addons: AddonControl;
  /** Accepts nothing more and waits for posts in progress. */
  stop(options: { deadlineMs: number }): Promise<void>;
}

const STARTING = message('availability:webhook.starting');
const TURN_ON = { command: 'addons enable' };
const DISABLED = message('availability:webhook.disabled', TURN_ON);
const ELSEWHERE = {
  kind: 'not set',
  detail: message('availability:webhook.elsewhere', TURN_ON),
} as const;

export function createEvents(deps: EventsDeps): EventsSide {
  const { config, state, client, service, policies, places, keywords, settings } = deps;
  const { pipelineStatus, metrics, clock, random, logger } = deps;
  const { announce } = deps;
  const { listener: address } = config;
  const isEmbedded = config.service.kind === 'embedded';

  const { inbox: store, poster, postLimiter, digests } = deps.posts;
  const delivery = createDelivery({
    store,
    poster,
    policies,
    digests,
    postLimiter,
    joinKeywordHit: deps.joinKeywordHit,
    alertDelayMs: deps.alertDelayMs,
    clock,
    random,
    logger,
  });
  const watch = watchReadiness({
    client,
    state,
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
    casesOpen: () => pipelineStatus().casesOpen,
    async inbox() {
      const [depth, failed] = await Promise.all([store.count(), store.failedCount()]);
      return { depth, oldestAtMs: delivery.oldestReceivedAtMs(), failed };
    },
  });
  const createdAt = clock.now();
  let listener: Listener | null = null;
  let setup: WebhookRegistration | null = null;
  let webhookUrl: string | null = null;

  /** The embedded service uses loopback and a secret path, so it signs only if signatures are required. */
  async function ownSecret(): Promise<string | null> {
    if (!isEmbedded || address.secrets.length === 0) return null;
    return (await service.addons.enableSecret()).secret;
  }

  /** Keeps the result of a session of ours although its signature is wrong, and tells the moderators. */
  async function keepAsFailed(event: AcceptedEvent): Promise<'stored' | 'known' | 'untrusted'> {
    const { content } = event;
    const place = content.kind === 'tagging' ? await places.placeOf(content.convoId) : null;
    logger.warn({ eventId: event.id, kept: place !== null }, 'event with a wrong signature');
    if (place === null) return 'untrusted';
    const { guildId } = place;
    const reason = message('tagging-results:unverified.reason');
    const outcome = await delivery.acceptAsFailed(event, { guildId, reason });
    if (outcome === 'stored') {
      announce(guildId, (t, mention) =>
        t('tagging-results:unverified.announcement', { command: mention('keywords failed') }),
      );
    }
    return outcome;
  }

  /** Remembers a keyword that was registered at the service itself. */
  async function noteKeyword(text: string): Promise<void> {
    if (settings.seenKeywords.includes(text) || (await keywords.isWantedByAny(text))) return;
    await settings.addSeenKeyword(text);
  }

  /** Registers the webhook as the settings say: the bot's own, another one, or none. */
  function register({ baseUrl, path }: { baseUrl: string | null; path: string }): void {
    const { isEnabled, webhook, includeFullMessage } = settings.alerts;
    setup = createWebhookRegistration({
      ...(webhook === null
        ? { baseUrl, path, isPublic: !isEmbedded }
        : { baseUrl: webhook, path: '', isPublic: false, enabledState: ELSEWHERE }),
      ...(isEnabled ? {} : { disabled: DISABLED }),
      enable: (url, signal) =>
        service.addons.enableKeywordAlert({ webhook: url, includeFullMessage }, { signal }),
      explain: serviceProblem,
      probe,
      clock,
      random,
      logger,
    });
    setup.start();
  }

  function wake(guildId?: string): void {
    delivery.wake(guildId);
    digests.wake(guildId);
  }

  let registerAgain = (): void => undefined;
  const addons = createAddonControl({
    service,
    settings,
    keywords,
    isEmbedded,
    ownWebhook: () => webhookUrl,
    registerAgain: () => registerAgain(),
    clock,
  });

  async function listen(token: string): Promise<string> {
    listener = createListener({
      address,
      metricsAddress: address.metrics,
      token,
      secrets: address.secrets,
      // Events of the embedded service may be late, and its address is secret anyway.
      issuedSecrets: () => (isEmbedded ? null : settings.secret),
      ownSecret: await ownSecret(),
      async accept({ id, event, receivedAtMs, signatureProblem }) {
        const content = contentOf(event);
        if (signatureProblem !== null) return keepAsFailed({ id, content, receivedAtMs });
        if (!(await isWanted(content, keywords))) return 'unwanted';
        if (content.kind === 'keyword') {
          if (!settings.alerts.isEnabled) return 'unwanted';
          await noteKeyword(content.keyword);
        }
        return delivery.accept({ id, content, receivedAtMs });
      },
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
    webhookState: () => setup?.state() ?? { kind: 'waiting', since: createdAt, detail: STARTING },
    readiness: watch.readiness,
    webhookUrl: () => webhookUrl,
    wake,
    addons,
    async start() {
      await digests.start();
      await delivery.start();
      onAccessChange(client, wake);
      const { token, isNew } = await webhookToken(state.keyValues);
      const url = await listen(token);
      const baseUrl = isEmbedded ? url : address.publicUrl;
      const path = webhookPath(token);
      if (baseUrl !== null) webhookUrl = `${baseUrl}${path}`;
      if (!isEmbedded && isNew) {
        // The only secret that is logged, and only once, because the operator may have to enter it at the service.
        const webhook = `${baseUrl ?? url}${path}`;
        logger.info({ webhook }, 'created the webhook URL; keep it secret');
      }
      register({ baseUrl, path });
      registerAgain = () => {
        void setup?.stop();
        register({ baseUrl, path });
      };
      return { url, webhookUrl: `${url}${path}` };
    },
    async stop({ deadlineMs }) {
      // Simultaneously, so that all share one deadline. Events that still arrive are stored and posted after the next start.
      await Promise.all([
        listener?.stop(),
        setup?.stop(),
        delivery.stop({ deadlineMs }),
        digests.stop({ deadlineMs }),
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
