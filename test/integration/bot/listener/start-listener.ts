import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../src/shared/clock.ts';
import type { Readiness } from '../../../../src/bot/listener/health.ts';
import { createListener, type ListenerDeps } from '../../../../src/bot/listener/listener.ts';
import { createMetrics, type Metrics } from '../../../../src/bot/listener/metrics.ts';
import {
  webhookPath,
  type ReceivedEvent,
} from '../../../../src/bot/webhooks/acceptance/webhooks.ts';
import type { WebhookEvent } from '../../../../src/service-api/schemas/events.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';

export const TOKEN = 'a-token-that-nobody-guesses-0123456789abcdef';
/** The start of the fake clock. */
export const NOW = Date.UTC(2025, 0, 1);

export const ALL_UP: Readiness = {
  gateway: { state: 'up', sinceMs: NOW },
  service: { state: 'up', sinceMs: NOW },
  storage: { state: 'up', sinceMs: NOW },
};

export function keywordAlert(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    sender: 'service-webhooks',
    addon: 'keywordAlert',
    payload: { keywordDetected: 'spoon', metadata: { guildId: '1' }, fullText: 'a spoon' },
    time: NOW,
    ...changes,
  };
}

export function taggingResult(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    sender: 'service-webhooks',
    addon: 'ssiQuery',
    payload: { tags: 'a,b', undocumentedTags: false, convoId: 'c-1' },
    time: NOW,
    ...changes,
  };
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface StartedListener {
  readonly url: string;
  readonly metricsUrl: string;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly lines: readonly string[];
  /** Every event the listener accepted. */
  readonly accepted: readonly WebhookEvent[];
  readonly received: readonly ReceivedEvent[];
  /** Posts a body to the webhook. Anything but a string is sent as JSON. */
  post(body: unknown, init?: RequestInit): Promise<TestResponse>;
  stop(): Promise<void>;
}

/** Starts a listener on a free loopback port until the test ends. It keeps accepted events in memory. */
export async function startListener(
  changes: Partial<ListenerDeps> & { clock?: FakeClock | Clock } = {},
): Promise<StartedListener> {
  const { logger, lines } = createLogSink();
  const clock = changes.clock ?? createFakeClock(NOW);
  const metrics = createMetrics({ clock, logger });
  const received = new Map<string, ReceivedEvent>();
  const listener = createListener({
    address: { host: '127.0.0.1', port: 0 },
    metricsAddress: null,
    token: TOKEN,
    secrets: [],
    isPublic: true,
    ownSecret: null,
    accept(event) {
      if (received.has(event.id)) return Promise.resolve('known');
      received.set(event.id, event);
      return Promise.resolve('stored');
    },
    readiness: () => ALL_UP,
    metrics,
    clock,
    logger,
    ...changes,
  });
  const { url, metricsUrl } = await listener.start();
  onTestFinished(() => listener.stop());
  return {
    url,
    metricsUrl,
    metrics,
    clock,
    lines,
    get accepted() {
      return Array.from(received.values(), ({ event }) => event);
    },
    get received() {
      return [...received.values()];
    },
    async post(body, init = {}) {
      const response = await fetch(`${url}${webhookPath(TOKEN)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
      });
      const text = await response.text();
      const { status, headers } = response;
      return { status, headers, body: text === '' ? null : JSON.parse(text) };
    },
    stop: () => listener.stop(),
  };
}

/** The body of an error response. */
export function errorBody(response: unknown): object {
  return { api: 'portcullis', success: false, response };
}
