import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { VERSION } from '../../shared/version.ts';
import type { Readiness } from './health.ts';

const PREFIX = 'portcullis_';
const LATENCY_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** How many latencies may wait to be counted. */
const MAX_WAITING = 1_000;

interface Backlog {
  readonly depth: number;
  /** When the oldest arrived, in milliseconds since the Unix epoch. Null: nothing waits. */
  readonly oldestAtMs: number | null;
}

interface InteractionMetrics {
  readonly command: string;
  readonly outcome: string;
  readonly acknowledgedMs: number;
  readonly answeredMs: number;
}

/** Sources of gauges, read at each scrape. */
export interface GaugeSources {
  readiness(): Readiness;
  /** Null: not measured yet. */
  gatewayPingMs(): number | null;
  /** Messages waiting to be checked. */
  queue(): Backlog;
  /** Cases with actions that run or wait for Discord. */
  casesOpen(): number;
  /** Events waiting to be posted, and failed events. The gauges are NaN when this throws. */
  inbox(): Promise<Backlog & { readonly failed: number }>;
}

/** The bot's metrics. Labels have few values, so never a server or a member. */
export interface Metrics {
  messageHandled(outcome: string): void;
  serviceAnswered(latencyMs: number): void;
  /** `code`: that of the `ClientError`. */
  serviceFailed(code: string): void;
  effectDone(kind: string, outcome: string): void;
  /** A posted picture was compared with the server's known ones, or could not be. */
  pictureHandled(outcome: string): void;
  /** Discord answered 429. */
  discordRateLimited(): void;
  /** Discord answered 401, 403 or 404. It allows 10,000 of these in ten minutes. */
  discordRequestRefused(status: number): void;
  webhookAnswered(status: number): void;
  /** A command or component interaction has ended. */
  interactionEnded(interaction: InteractionMetrics): void;
  /** Call it once, before the first scrape. */
  readFrom(sources: GaugeSources): void;
  /** All metrics in Prometheus' text format. */
  expose(): Promise<{ contentType: string; text: string }>;
}

export function createMetrics({ clock, logger }: { clock: Clock; logger: Logger }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const { counter, gauge, histogram } = metricKinds(registers);
  const errors = counter(
    'service_errors_total',
    'Failed calls to the moderation service, by error code.',
    ['code'],
  );
  const effects = counter('effects_total', 'Effects on Discord, by kind and outcome.', [
    'kind',
    'outcome',
  ]);
  const pictures = counter('pictures_total', 'Pictures that were looked at, by outcome.', [
    'outcome',
  ]);
  const rateLimits = counter(
    'discord_rate_limits_total',
    'Responses from Discord with status 429.',
    [],
  );
  const invalid = counter(
    'discord_invalid_requests_total',
    'Responses from Discord with status 401, 403 or 404.',
    ['status'],
  );
  const interactions = counter(
    'interactions_total',
    'Commands and component interactions, by outcome.',
    ['command', 'outcome'],
  );
  const acknowledged = histogram(
    'interaction_acknowledged_seconds',
    'Time until an interaction was acknowledged. Discord allows 3 seconds.',
  );
  const answered = histogram(
    'interaction_answered_seconds',
    'Time until the final reply to an interaction.',
  );
  const answers = counter('webhook_answers_total', 'Responses to webhooks, by status.', ['status']);

  gauge('build_info', 'Always 1; its label is the version.', ['version']).set(
    { version: VERSION },
    1,
  );
  const up = gauge('part_up', 'State of a part that the bot needs: up (1) or down (0).', ['part']);
  const ping = gauge('gateway_ping_seconds', 'Round-trip time of a gateway heartbeat.');
  const queueDepth = gauge('queue_depth', 'Messages waiting to be checked.');
  const queueAge = gauge(
    'queue_oldest_seconds',
    'Age of the oldest message waiting to be checked.',
  );
  const casesOpen = gauge('cases_open', 'Cases with actions that run or wait for Discord.');
  const inboxDepth = gauge('inbox_depth', 'Events waiting to be posted.');
  const inboxAge = gauge('inbox_oldest_seconds', 'Age of the oldest event waiting to be posted.');
  const inboxFailed = gauge('inbox_failed', 'Events that could not be posted.');

  let sources: GaugeSources | null = null;
  const { countWaiting, ...judging } = createJudgingMetrics(registers);

  /** Does not throw: the other metrics must stay available while the database is not. */
  async function refreshInbox(inbox: GaugeSources['inbox']): Promise<void> {
    try {
      const { depth, oldestAtMs, failed } = await inbox();
      inboxDepth.set(depth);
      inboxAge.set(ageSeconds(oldestAtMs, clock));
      inboxFailed.set(failed);
    } catch (error) {
      logger.warn({ error: errorMessage(error) }, 'could not count the inbox');
      for (const gauge of [inboxDepth, inboxAge, inboxFailed]) gauge.set(Number.NaN);
    }
  }

  async function refresh(from: GaugeSources): Promise<void> {
    const { readiness, gatewayPingMs, queue, inbox } = from;
    for (const [part, { state }] of Object.entries(readiness())) {
      up.set({ part }, state === 'up' ? 1 : 0);
    }
    const pingMs = gatewayPingMs();
    ping.set(pingMs === null ? Number.NaN : pingMs / 1000);
    const { depth, oldestAtMs } = queue();
    queueDepth.set(depth);
    queueAge.set(ageSeconds(oldestAtMs, clock));
    casesOpen.set(from.casesOpen());
    await refreshInbox(inbox);
  }

  return {
    ...judging,
    serviceFailed: (code) => errors.inc({ code }),
    effectDone: (kind, outcome) => effects.inc({ kind, outcome }),
    pictureHandled: (outcome) => pictures.inc({ outcome }),
    discordRateLimited: () => rateLimits.inc(),
    discordRequestRefused: (status) => invalid.inc({ status }),
    webhookAnswered: (status) => answers.inc({ status }),
    interactionEnded({ command, outcome, acknowledgedMs, answeredMs }) {
      interactions.inc({ command, outcome });
      acknowledged.observe(acknowledgedMs / 1000);
      answered.observe(answeredMs / 1000);
    },
    readFrom(gaugeSources) {
      sources = gaugeSources;
    },
    async expose() {
      countWaiting();
      if (sources !== null) await refresh(sources);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function metricKinds(registers: Registry[]) {
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name: `${PREFIX}${name}`, help, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers }),
    histogram: (name: string, help: string) =>
      new Histogram({
        name: `${PREFIX}${name}`,
        help,
        buckets: LATENCY_BUCKETS_SECONDS,
        registers,
      }),
  };
}

/** Counts in batches: every message is counted here, and this way it takes prom-client a tenth of the time. */
function createJudgingMetrics(registers: Registry[]) {
  const { counter, histogram } = metricKinds(registers);
  const messages = counter('messages_total', 'Messages by outcome.', ['outcome']);
  const latency = histogram('service_latency_seconds', 'Response time of the moderation service.');
  let handled = new Map<string, number>();
  let latencies: number[] = [];

  function countWaiting(): void {
    for (const [outcome, count] of handled) messages.inc({ outcome }, count);
    for (const latencyMs of latencies) latency.observe(latencyMs / 1000);
    handled = new Map();
    latencies = [];
  }

  return {
    countWaiting,
    messageHandled(outcome: string): void {
      handled.set(outcome, (handled.get(outcome) ?? 0) + 1);
    },
    serviceAnswered(latencyMs: number): void {
      latencies.push(latencyMs);
      if (latencies.length === MAX_WAITING) countWaiting();
    },
  };
}

/** 0: nothing waits. */
function ageSeconds(oldestAtMs: number | null, clock: Clock): number {
  return oldestAtMs === null ? 0 : Math.max(0, clock.now() - oldestAtMs) / 1000;
}
