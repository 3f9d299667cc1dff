import { request } from 'undici';
import type { ModerationClient } from '../../../service-api/client/client.ts';
import type { Settings } from '../../config/config.ts';
import type { Readiness } from '../../listener/health.ts';
import { createListener, type Listener } from '../../listener/listener.ts';
import type { Metrics } from '../../listener/metrics.ts';
import { createAcceptEvent, type AcceptEventDeps } from '../acceptance/accept-event.ts';
import { webhookPath } from '../acceptance/webhooks.ts';
import { createWebhookRegistration, type WebhookRegistration } from './webhook-registration.ts';
import type { Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { startSchedule } from '../../../shared/tasks/schedule.ts';
import { message } from '../../locales/message.ts';
import type { AddonControl } from '../../domain/addon-control.ts';
import type { WebhookState } from '../../domain/webhook-state.ts';
import { webhookToken, type KeyValueStore } from '../../storage/key-value-store.ts';
import { createAddonControl } from '../../service-adapter/addon-control.ts';
import { serviceProblem } from '../../service-adapter/service-problem.ts';
import { shareWebhookState } from './shared-webhook-state.ts';
import type { Leases } from '../../leases/leases.ts';
import { TOPICS } from '../../leases/topic-names.ts';

const PROBE_TIMEOUT_MS = 10_000;
const LOOK_INTERVAL_MS = 60_000;

export interface WebhooksDeps extends AcceptEventDeps {
  readonly leases: Leases;
  readonly config: Pick<Settings, 'listener' | 'service'>;
  /** Keys that verify signatures; empty: signatures are not required. */
  readonly webhookKeys: readonly string[];
  /** Strikes secrets out of what the service posts. */
  readonly strike: (text: string) => string;
  readonly keyValues: KeyValueStore;
  readonly service: Pick<ModerationClient, 'addons'>;
  readonly readiness: () => Readiness;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The path of the service's events to this process. */
export interface Webhooks {
  state(): WebhookState;
  /** The URL to which the service posts its events. Null: not known yet. */
  url(): string | null;
  readonly addons: AddonControl;
  /** Resolves when the listener is ready, to its URL on this machine and the URL for events. */
  start(): Promise<{ url: string; webhookUrl: string }>;
  /** Accepts nothing more. */
  stop(): Promise<void>;
}

const STARTING = message('availability:webhook.starting');
const TURN_ON = { command: 'addons enable' };
const DISABLED = message('availability:webhook.disabled', TURN_ON);
const ELSEWHERE = {
  kind: 'not set',
  detail: message('availability:webhook.elsewhere', TURN_ON),
} as const;

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { config, keyValues, service, keywords, settings, leases } = deps;
  const { clock, random, logger } = deps;
  const { listener: address } = config;
  const isEmbedded = config.service.kind === 'embedded';
  const createdAt = clock.now();
  let listener: Listener | null = null;
  /** Null: another process registers the address. */
  let registration: WebhookRegistration | null = null;
  let webhookUrl: string | null = null;

  /** Registers the webhook as the settings say: the bot's own, another one, or none. */
  function register({ baseUrl, path }: { baseUrl: string | null; path: string }): void {
    const { isEnabled, webhook, includeFullMessage } = settings.alerts;
    registration = createWebhookRegistration({
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
    registration.start();
  }

  let registerAgain = (): void => undefined;
  const shared = shareWebhookState({ leases, own: () => registration?.state() ?? null, clock });
  const unsubscribe = leases.subscribe(TOPICS.addonSettings, () => void settingsChanged());
  const looking = leases.isShared
    ? startSchedule({ intervalMs: LOOK_INTERVAL_MS, clock }, lookForChanges)
    : null;

  const addons = createAddonControl({
    service,
    settings,
    keywords,
    isEmbedded,
    ownWebhook: () => webhookUrl,
    settingsChanged: () => void leases.publish(TOPICS.addonSettings, ''),
    clock,
  });

  /** Another process may have changed them. */
  async function reloadSettings(): Promise<void> {
    try {
      await settings.reload();
    } catch (error) {
      logger.warn({ reason: errorMessage(error) }, 'could not read the settings of add-ons');
    }
  }

  async function settingsChanged(): Promise<void> {
    await reloadSettings();
    registerAgain();
  }

  /** The notification may have been lost. */
  async function lookForChanges(): Promise<void> {
    const before = JSON.stringify(settings.alerts);
    await reloadSettings();
    if (JSON.stringify(settings.alerts) !== before) registerAgain();
  }

  /** One process registers the address, which leads to all of them. */
  function holdRegistration(address: { baseUrl: string | null; path: string }): void {
    void leases.hold('webhook registration', async () => {
      register(address);
      registerAgain = () => {
        void registration?.stop();
        register(address);
      };
      return {
        async stop() {
          registerAgain = () => undefined;
          await registration?.stop();
          registration = null;
        },
      };
    });
  }

  return {
    state: () => shared.state() ?? { kind: 'waiting', since: createdAt, detail: STARTING },
    url: () => webhookUrl,
    addons,
    async start() {
      const { token, isNew } = await webhookToken(keyValues);
      listener = await createOwnListener(deps, token);
      const { url } = await listener.start();
      const baseUrl = isEmbedded ? url : address.publicUrl;
      const path = webhookPath(token);
      if (baseUrl !== null) webhookUrl = `${baseUrl}${path}`;
      if (!isEmbedded && isNew) {
        // The only secret that is logged, and only once, because the operator may have to enter it at the service.
        const webhook = `${baseUrl ?? url}${path}`;
        logger.info({ webhook }, 'created the webhook URL; keep it secret');
      }
      holdRegistration({ baseUrl, path });
      return { url, webhookUrl: `${url}${path}` };
    },
    async stop() {
      unsubscribe();
      await Promise.all([listener?.stop(), shared.stop(), looking?.stop()]);
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

async function createOwnListener(deps: WebhooksDeps, token: string): Promise<Listener> {
  const { config, webhookKeys, strike, service, settings, readiness, metrics, clock, logger } =
    deps;
  const { listener: address } = config;
  const isEmbedded = config.service.kind === 'embedded';
  // The embedded service uses loopback and a secret path, so it signs only if signatures are required.
  const signs = isEmbedded && webhookKeys.length > 0;
  const ownSecret = signs ? (await service.addons.enableSecret()).secret : null;
  return createListener({
    address,
    metricsAddress: address.metrics,
    token,
    secrets: webhookKeys,
    // Events of the embedded service may be late, and its address is secret anyway.
    issuedSecrets: () => (isEmbedded ? null : settings.secret),
    ownSecret,
    isPublic: !isEmbedded,
    strike,
    accept: createAcceptEvent(deps),
    readiness,
    metrics,
    clock,
    logger,
  });
}
