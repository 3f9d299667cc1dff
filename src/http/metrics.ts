import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { Readiness } from './health.ts';

const PREFIX = 'portcullis_';
const LATENCY_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

interface Backlog {
  readonly depth: number;
  /** When the oldest came, in milliseconds since the Unix epoch; null when there is none. */
  readonly oldestAtMs: number | null;
}

interface InteractionFigures {
  readonly command: string;
  readonly outcome: string;
  readonly acknowledgedMs: number;
  readonly answeredMs: number;
}

/** What is read at each scrape. */
export interface GaugeSources {
  readiness(): Readiness;
  /** Null: not known yet. */
  gatewayPingMs(): number | null;
  /** Messages that wait to be checked. */
  queue(): Backlog;
  /** Events that wait to be posted, and those put aside. Shown as NaN when this throws. */
  inbox(): Promise<Backlog & { readonly parked: number }>;
}

/** What the bot counts. Labels have few values: no guild, no member. */
export interface Metrics {
  messageHandled(outcome: string): void;
  serviceAnswered(latencyMs: number): void;
  /** `code`: that of the error. */
  serviceFailed(code: string): void;
  effectDone(kind: string, outcome: string): void;
  /** Discord answered 429. */
  discordRateLimited(): void;
  /** Discord answered 401, 403 or 404, of which it takes 10,000 in ten minutes. */
  discordRequestRefused(status: number): void;
  webhookAnswered(status: number): void;
  /** A command or a click of members, with how it ended. */
  interactionEnded(interaction: InteractionFigures): void;
  /** To be called once, before the first scrape. */
  readFrom(sources: GaugeSources): void;
  /** All of it, as Prometheus reads it. */
  expose(): Promise<{ contentType: string; text: string }>;
}

export function createMetrics({ clock, logger }: { clock: Clock; logger: Logger }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: PREFIX });

  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `${PREFIX}${name}`, help, labelNames, registers });
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ) => new Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers });

  const messages = counter('messages_total', 'Messages, by what became of them.', ['outcome']);
  const histogram = (name: string, help: string) =>
    new Histogram({
      name: `${PREFIX}${name}`,
      help,
      buckets: LATENCY_BUCKETS_SECONDS,
      registers,
    });
  const latency = histogram(
    'service_latency_seconds',
    'How long the moderation service took to answer.',
  );
  const errors = counter('service_errors_total', 'Failed calls of the moderation service.', [
    'code',
  ]);
  const effects = counter('effects_total', 'Effects on Discord.', ['kind', 'outcome']);
  const rateLimits = counter('discord_rate_limits_total', 'Answers 429 of Discord.', []);
  const invalid = counter('discord_invalid_requests_total', 'Answers 401, 403, 404 of Discord.', [
    'status',
  ]);
  const interactions = counter('interactions_total', 'Commands and clicks of members.', [
    'command',
    'outcome',
  ]);
  const acknowledged = histogram(
    'interaction_acknowledged_seconds',
    'Until Discord knew that a command had come; it waits for 3 seconds.',
  );
  const answered = histogram(
    'interaction_answered_seconds',
    'Until the final answer to a command was shown.',
  );
  const answers = counter('webhook_answers_total', 'Answers to webhooks.', ['status']);

  const up = gauge('part_up', 'Whether a part the bot needs is up (1) or down (0).', ['part']);
  const ping = gauge('gateway_ping_seconds', 'Round trip of a gateway heartbeat.');
  const queueDepth = gauge('queue_depth', 'Messages that wait to be checked.');
  const queueAge = gauge('queue_oldest_seconds', 'Age of the oldest of them.');
  const inboxDepth = gauge('inbox_depth', 'Events that wait to be posted.');
  const inboxAge = gauge('inbox_oldest_seconds', 'Age of the oldest of them.');
  const inboxParked = gauge('inbox_parked', 'Events put aside after too many tries.');

  let sources: GaugeSources | null = null;
  const ageSeconds = (oldestAtMs: number | null): number =>
    oldestAtMs === null ? 0 : Math.max(0, clock.now() - oldestAtMs) / 1000;

  /** When the storage is away, the other figures are what tells so. */
  async function refreshInbox(inbox: GaugeSources['inbox']): Promise<void> {
    try {
      const { depth, oldestAtMs, parked } = await inbox();
      inboxDepth.set(depth);
      inboxAge.set(ageSeconds(oldestAtMs));
      inboxParked.set(parked);
    } catch (error) {
      logger.warn({ problem: messageOf(error) }, 'the inbox could not be counted');
      for (const gauge of [inboxDepth, inboxAge, inboxParked]) gauge.set(Number.NaN);
    }
  }

  async function refresh({ readiness, gatewayPingMs, queue, inbox }: GaugeSources): Promise<void> {
    for (const [part, { state }] of Object.entries(readiness())) {
      up.set({ part }, state === 'up' ? 1 : 0);
    }
    const pingMs = gatewayPingMs();
    ping.set(pingMs === null ? Number.NaN : pingMs / 1000);
    const { depth, oldestAtMs } = queue();
    queueDepth.set(depth);
    queueAge.set(ageSeconds(oldestAtMs));
    await refreshInbox(inbox);
  }

  return {
    messageHandled: (outcome) => messages.inc({ outcome }),
    serviceAnswered: (latencyMs) => latency.observe(latencyMs / 1000),
    serviceFailed: (code) => errors.inc({ code }),
    effectDone: (kind, outcome) => effects.inc({ kind, outcome }),
    discordRateLimited: () => rateLimits.inc(),
    discordRequestRefused: (status) => invalid.inc({ status }),
    webhookAnswered: (status) => answers.inc({ status }),
    interactionEnded({ command, outcome, acknowledgedMs, answeredMs }) {
      interactions.inc({ command, outcome });
      acknowledged.observe(acknowledgedMs / 1000);
      answered.observe(answeredMs / 1000);
    },
    readFrom(given) {
      sources = given;
    },
    async expose() {
      if (sources !== null) await refresh(sources);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
