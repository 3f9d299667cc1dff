import { backoffMs } from '../../../shared/tasks/backoff.ts';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { inEnglish, message, type Message } from '../../locales/message.ts';
import type { WebhookState } from '../../domain/webhook-state.ts';

const MAX_RETRY_WAIT_MS = 5 * 60_000;
/** How often the bot rechecks an address that did not lead to it. */
const RECHECK_INTERVAL_MS = 5 * 60_000;

/** Registers the bot's webhook address with the service, in the background. */
export interface WebhookRegistration {
  /** Returns at once. */
  start(): void;
  stop(): Promise<void>;
  state(): WebhookState;
}

export interface WebhookRegistrationDeps {
  /** The bot's address as the service reaches it. Null: not configured. */
  baseUrl: string | null;
  /** Below `baseUrl`. It is secret and must not be logged. */
  path: string;
  /** Whether `baseUrl` is for a remote service and may be wrong. */
  isPublic: boolean;
  /** The reason why nothing is registered; set when the operator turned the add-on off. */
  disabled?: Message;
  /** The state once the add-on is enabled. Default: the service sends keyword alerts to the bot. */
  enabledState?: Pick<WebhookState, 'kind' | 'detail'>;
  /** Enables the add-on with this webhook. Throws when the service did not. */
  enable: (webhook: string, signal: AbortSignal) => Promise<void>;
  /** Why `enable` failed, for people. */
  explain: (error: unknown) => Message;
  /** The status of a GET; throws when nothing answers. */
  probe: (url: string, signal: AbortSignal) => Promise<number>;
  clock: Clock;
  random: () => number;
  logger: Logger;
}

/** The reason why the address does not lead to the bot. */
interface AddressProblem {
  readonly detail: Message;
  /** For the log, if it says more than the detail. */
  readonly error?: string;
}

const READY = { kind: 'ready', detail: message('availability:webhook.ready') } as const;

export function createWebhookRegistration(deps: WebhookRegistrationDeps): WebhookRegistration {
  const { baseUrl, path, isPublic, enable, explain, probe, clock, random, logger } = deps;
  const enabledState = deps.enabledState ?? READY;
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: WebhookState = {
    kind: 'waiting',
    since: clock.now(),
    detail: message('availability:webhook.waiting'),
  };
  let lastLogged = '';
  let work: Promise<void> = Promise.resolve();

  /** Logs each change, not each attempt. */
  function setState(kind: WebhookState['kind'], detail: Message, error?: string): void {
    const since = state.kind === kind ? state.since : clock.now();
    state = { kind, since, detail };
    const text = `${inEnglish(detail)}${error === undefined ? '' : ` (${error})`}`;
    if (text === lastLogged) return;
    lastLogged = text;
    if (kind === 'ready') logger.info(text);
    else logger.warn(text);
  }

  async function enableUntilDone(url: string): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await enable(`${url}${path}`, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const detail = message('availability:webhook.retrying', { reason: explain(error) });
        setState('waiting', detail, errorMessage(error));
        await sleep(clock, backoffMs(attempt, MAX_RETRY_WAIT_MS, random), signal);
      }
    }
  }

  /** Null when the bot seems to answer at the address. */
  async function problemOf(url: string): Promise<AddressProblem | null> {
    try {
      const status = await probe(`${url}/healthz`, signal);
      if (status < 500) return null;
      return { detail: message('availability:webhook.wrongStatus', { status }) };
    } catch (error) {
      return { detail: message('availability:webhook.noAnswer'), error: errorMessage(error) };
    }
  }

  async function register(): Promise<void> {
    if (deps.disabled !== undefined) {
      setState('not set', deps.disabled);
      return;
    }
    if (baseUrl === null) {
      setState('not set', message('availability:webhook.notSet'));
      return;
    }
    await enableUntilDone(baseUrl);
    while (!signal.aborted) {
      const problem = isPublic ? await problemOf(baseUrl) : null;
      if (signal.aborted) return;
      if (problem === null) {
        setState(enabledState.kind, enabledState.detail);
        return;
      }
      setState('unreachable', problem.detail, problem.error);
      await sleep(clock, RECHECK_INTERVAL_MS, signal);
    }
  }

  return {
    start() {
      work = register();
    },
    async stop() {
      stopping.abort();
      await work;
    },
    state: () => state,
  };
}
