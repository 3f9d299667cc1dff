import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../../../../src/bot/listener/metrics.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';

const FOLDER = 'src/bot/listener/monitoring';
const dashboard = readFileSync(`${FOLDER}/grafana-dashboard.json`, 'utf8');
const rules = readFileSync(`${FOLDER}/prometheus-rules.yml`, 'utf8');

async function exposed(): Promise<Set<string>> {
  const metrics = createMetrics({ clock: systemClock, logger: silentLogger });
  const { text } = await metrics.expose();
  const names = Array.from(text.matchAll(/^# TYPE (\S+) (\S+)/gm), ([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(names.flat());
}

it('the names of the metrics stay, because dashboards and alerts of others use them', async () => {
  const own = [...(await exposed())].filter((name) => !/_(?:nodejs|process)_/.test(name));
  expect(own.toSorted()).toMatchInlineSnapshot(`
    [
      "portcullis_build_info",
      "portcullis_cases_open",
      "portcullis_discord_invalid_requests_total",
      "portcullis_discord_rate_limits_total",
      "portcullis_effects_total",
      "portcullis_gateway_ping_seconds",
      "portcullis_inbox_depth",
      "portcullis_inbox_failed",
      "portcullis_inbox_oldest_seconds",
      "portcullis_interaction_acknowledged_seconds_bucket",
      "portcullis_interaction_acknowledged_seconds_count",
      "portcullis_interaction_acknowledged_seconds_sum",
      "portcullis_interaction_answered_seconds_bucket",
      "portcullis_interaction_answered_seconds_count",
      "portcullis_interaction_answered_seconds_sum",
      "portcullis_interactions_total",
      "portcullis_messages_total",
      "portcullis_part_up",
      "portcullis_pictures_total",
      "portcullis_queue_depth",
      "portcullis_queue_oldest_seconds",
      "portcullis_service_errors_total",
      "portcullis_service_latency_seconds_bucket",
      "portcullis_service_latency_seconds_count",
      "portcullis_service_latency_seconds_sum",
      "portcullis_webhook_answers_total",
    ]
  `);
});

it.each([
  ['dashboard', dashboard],
  ['rules', rules],
])('the %s uses only exposed metrics', async (_name, text) => {
  const named = new Set(text.match(/portcullis_[a-z0-9_]+/g));
  expect(named.size).toBeGreaterThan(5);
  const exposedNames = await exposed();
  expect([...named].filter((name) => !exposedNames.has(name))).toEqual([]);
});

it('the dashboard shows every metric of the bot', async () => {
  const own = [...(await exposed())].filter(
    (name) => !/_(?:nodejs|process)_|_sum$|_count$/.test(name),
  );
  expect(own.filter((name) => !dashboard.includes(name))).toEqual([]);
});

it('the dashboard is JSON and each panel has a query', () => {
  const panel = z.looseObject({
    title: z.string().min(1),
    targets: z.array(z.looseObject({ expr: z.string().min(1) })).min(1),
  });
  const shape = z.looseObject({ title: z.literal('Portcullis'), panels: z.array(panel).min(1) });
  expect(shape.safeParse(JSON.parse(dashboard)).error).toBeUndefined();
});

it('each rule has an expression, a severity and a summary', () => {
  const [, ...alerts] = rules.split('- alert: ');
  expect(alerts.length).toBeGreaterThan(5);
  for (const alert of alerts) {
    expect(alert).toMatch(/^Portcullis\w+\n {8}expr: \S/);
    expect(alert).toMatch(/severity: (?:warning|critical) /);
    expect(alert).toMatch(/summary: .+\./);
  }
});
