import { backoffMs } from '../lib/backoff.ts';
import { sleep, type Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { WebhookState } from '../moderation/webhook-state.ts';

const MAX_WAIT_MS = 5 * 60_000;
/** How often an address that did not lead here is tried again. */
const LOOK_AGAIN_MS = 5 * 60_000;

/** Tells the service where to send events, by itself. */
export interface WebhookSetup {
  /** Begins; nothing waits for it. */
  start(): void;
  stop(): Promise<void>;
  state(): WebhookState;
}

export interface WebhookSetupDeps {
  /** The bot's address as the service reaches it. Null: nobody has said. */
  baseUrl: string | null;
  /** Below it; secret, so it stands in no log. */
  path: string;
  /** Whether `baseUrl` is for a service elsewhere, and so may lead nowhere. */
  isPublic: boolean;
  /** Enables the add-on with this webhook. Throws when the service did not do it. */
  enable: (webhook: string, signal: AbortSignal) => Promise<void>;
  /** The status a GET is answered with; throws when nothing answers. */
  probe: (url: string, signal: AbortSignal) => Promise<number>;
  clock: Clock;
  random: () => number;
  logger: Logger;
}

const NOT_SET =
  'WEBHOOK_PUBLIC_URL is not set, so the moderation service cannot reach the bot: there are no keyword alerts. Set it to an address that leads to HTTP_HOST and HTTP_PORT, such as that of a reverse proxy.';
const WAITING = 'The moderation service has not been told yet where to send events.';
const READY = 'The moderation service sends events of keywords to the bot.';
const unreachable = (why: string): string =>
  `WEBHOOK_PUBLIC_URL does not lead to the bot, as far as can be seen from here (${why}). See that it leads to HTTP_HOST and HTTP_PORT.`;

export function createWebhookSetup(deps: WebhookSetupDeps): WebhookSetup {
  const { baseUrl, path, isPublic, enable, probe, clock, random, logger } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: WebhookState = { kind: 'waiting', since: clock.now(), detail: WAITING };
  let work: Promise<void> = Promise.resolve();

  /** A line in the log for each change, not for each try. */
  function become(kind: WebhookState['kind'], detail: string): void {
    if (state.kind === kind && state.detail === detail) return;
    const since = state.kind === kind ? state.since : clock.now();
    state = { kind, since, detail };
    if (kind === 'ready') logger.info(detail);
    else logger.warn(detail);
  }

  async function enableUntilDone(url: string): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await enable(`${url}${path}`, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        become('waiting', `${WAITING} It will be tried again. ${messageOf(error)}`);
        await sleep(clock, backoffMs(attempt, MAX_WAIT_MS, random), signal);
      }
    }
  }

  /** Null: the address leads to something that answers. */
  async function faultOf(url: string): Promise<string | null> {
    try {
      const status = await probe(`${url}/healthz`, signal);
      return status < 500 ? null : `it answered ${status}`;
    } catch (error) {
      return messageOf(error);
    }
  }

  async function setUp(): Promise<void> {
    if (baseUrl === null) {
      become('not set', NOT_SET);
      return;
    }
    await enableUntilDone(baseUrl);
    while (!signal.aborted) {
      const fault = isPublic ? await faultOf(baseUrl) : null;
      if (signal.aborted) return;
      if (fault === null) {
        become('ready', READY);
        return;
      }
      become('unreachable', unreachable(fault));
      await sleep(clock, LOOK_AGAIN_MS, signal);
    }
  }

  return {
    start() {
      work = setUp();
    },
    async stop() {
      stopping.abort();
      await work;
    },
    state: () => state,
  };
}
