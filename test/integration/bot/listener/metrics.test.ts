import { beforeEach, describe, expect, it } from 'vitest';
import {
  createMetrics,
  type GaugeSources,
  type Metrics,
} from '../../../../src/bot/listener/metrics.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { ALL_UP, NOW } from './start-listener.ts';

const sources: GaugeSources = {
  readiness: () => ALL_UP,
  gatewayPingMs: () => 42,
  queue: () => ({ depth: 3, oldestAtMs: NOW - 2000 }),
  casesOpen: () => 12,
  inbox: () => Promise.resolve({ depth: 7, oldestAtMs: NOW - 60_000, failed: 1 }),
};

const { logger, lines } = createLogSink();
let metrics: Metrics;
beforeEach(() => {
  metrics = createMetrics({ clock: createFakeClock(NOW), logger });
});

/** The samples of a metric, without its help. */
async function samples(name: string): Promise<string[]> {
  const { text } = await metrics.expose();
  return text.split('\n').filter((line) => line.startsWith(`portcullis_${name}`));
}

describe('counters', () => {
  it('count messages by outcome', async () => {
    for (const outcome of ['passed', 'acted', 'passed']) metrics.messageHandled(outcome);
    expect(await samples('messages_total')).toEqual([
      'portcullis_messages_total{outcome="passed"} 2',
      'portcullis_messages_total{outcome="acted"} 1',
    ]);
  });

  it('record the service’s response times in seconds', async () => {
    for (const latencyMs of [2, 30, 700]) metrics.serviceAnswered(latencyMs);
    const lines = await samples('service_latency_seconds');
    expect(lines).toContain('portcullis_service_latency_seconds_bucket{le="0.0025"} 1');
    expect(lines).toContain('portcullis_service_latency_seconds_bucket{le="0.05"} 2');
    expect(lines).toContain('portcullis_service_latency_seconds_bucket{le="1"} 3');
    expect(lines).toContain('portcullis_service_latency_seconds_count 3');
  });

  it('count failed calls, effects and errors from Discord', async () => {
    metrics.serviceFailed('circuit_open');
    metrics.effectDone('ban', 'refused');
    metrics.discordRateLimited();
    metrics.discordRequestRefused(403);
    expect(await samples('service_errors_total')).toEqual([
      'portcullis_service_errors_total{code="circuit_open"} 1',
    ]);
    expect(await samples('effects_total')).toEqual([
      'portcullis_effects_total{kind="ban",outcome="refused"} 1',
    ]);
    expect(await samples('discord')).toEqual([
      'portcullis_discord_rate_limits_total 1',
      'portcullis_discord_invalid_requests_total{status="403"} 1',
    ]);
  });
});

describe('interactions', () => {
  it('are counted by outcome, with their duration', async () => {
    const times = { acknowledgedMs: 40, answeredMs: 700 };
    metrics.interactionEnded({ command: 'case show', outcome: 'answered', ...times });
    expect(await samples('interactions_total')).toEqual([
      'portcullis_interactions_total{command="case show",outcome="answered"} 1',
    ]);
    expect(await samples('interaction_acknowledged_seconds_sum')).toEqual([
      'portcullis_interaction_acknowledged_seconds_sum 0.04',
    ]);
    expect(await samples('interaction_answered_seconds_sum')).toEqual([
      'portcullis_interaction_answered_seconds_sum 0.7',
    ]);
  });
});

describe('gauges', () => {
  it('show queue, inbox, gateway and readiness', async () => {
    const gateway = { state: 'down', sinceMs: NOW } as const;
    metrics.readFrom({ ...sources, readiness: () => ({ ...ALL_UP, gateway }) });
    expect(await samples('queue')).toEqual([
      'portcullis_queue_depth 3',
      'portcullis_queue_oldest_seconds 2',
    ]);
    expect(await samples('cases_open')).toEqual(['portcullis_cases_open 12']);
    expect(await samples('inbox')).toEqual([
      'portcullis_inbox_depth 7',
      'portcullis_inbox_oldest_seconds 60',
      'portcullis_inbox_failed 1',
    ]);
    expect(await samples('gateway_ping')).toEqual(['portcullis_gateway_ping_seconds 0.042']);
    expect(await samples('part_up')).toEqual([
      'portcullis_part_up{part="gateway"} 0',
      'portcullis_part_up{part="service"} 1',
      'portcullis_part_up{part="storage"} 1',
    ]);
  });

  it('show no age when nothing waits and no ping before the first heartbeat', async () => {
    metrics.readFrom({
      ...sources,
      gatewayPingMs: () => null,
      queue: () => ({ depth: 0, oldestAtMs: null }),
    });
    expect(await samples('queue_oldest')).toEqual(['portcullis_queue_oldest_seconds 0']);
    expect(await samples('gateway_ping')).toEqual(['portcullis_gateway_ping_seconds Nan']);
  });

  it('show NaN only for the inbox while the database is unavailable', async () => {
    const inbox = () => Promise.reject(new Error('database is locked'));
    metrics.readFrom({ ...sources, inbox });
    expect(await samples('inbox_depth')).toEqual(['portcullis_inbox_depth Nan']);
    expect(await samples('queue_depth')).toEqual(['portcullis_queue_depth 3']);
    expect(lines.join()).toContain('database is locked');
  });
});

it('includes process metrics such as event loop lag', async () => {
  expect(await samples('nodejs_eventloop_lag_p99_seconds')).toHaveLength(1);
  expect(await samples('process_cpu_seconds_total')).toHaveLength(1);
});

it('separates the metrics of two bots in one process', async () => {
  metrics.messageHandled('passed');
  const other = createMetrics({ clock: createFakeClock(NOW), logger });
  expect((await other.expose()).text).not.toContain('outcome="passed"');
});
